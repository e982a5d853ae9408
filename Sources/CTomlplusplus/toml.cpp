#include "CTomlplusplus.h"

#include <new>
#include <stdexcept>
#include <string>
#include <vector>

// What the parser takes for granted is checked in release builds too, where it would else be undefined behaviour:
// the text is the user's.
#undef NDEBUG
#define TOML_ASSERT(condition) ((condition) ? void() : throw std::logic_error("cannot be read: " #condition))
// The parser and every destructor recurse once per level of a value.
#define TOML_MAX_NESTED_VALUES 32
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include <toml++/toml.h>

struct hyaline_toml_document {
  toml::table root;
  std::vector<hyaline_toml_node> nodes;
  std::string error;
  hyaline_toml_position error_position{1, 1};
  bool failed = false;

  void fail(std::string message, hyaline_toml_position position) {
    error = std::move(message);
    error_position = position;
    failed = true;
    nodes.clear();
  }
};

namespace {

// toml++ bounds the depth of values but not of dotted keys, each part of which is a table too: half a
// megabyte of "a.a.a…" would overflow the stack when the tables are destroyed.
constexpr int max_key_parts = 16;

// Knows just enough of TOML to tell keys from strings and comments. Past the first syntax error it may be wrong,
// but the parser does not get there.
class KeyDepth {
public:
  KeyDepth(const char *bytes, size_t length) : next(bytes), end(bytes + length) {}

  bool is_exceeded() {
    int parts = 1;
    while (next != end) {
      switch (*next) {
      case '"':
      case '\'':
        skip_string(*next);
        continue;
      case '#':
        while (next != end && *next != '\n') advance();
        continue;
      case '.':
        if (++parts > max_key_parts) return true;
        break;
      case '\n':
      case '=':
      case ',':
      case '[':
      case '{':
        parts = 1;
        break;
      }
      advance();
    }
    return false;
  }

  hyaline_toml_position position{1, 1};

private:
  const char *next, *end;

  void advance() {
    if (*next == '\n') {
      position.line++;
      position.column = 0;
    }
    ++next;
    if (next == end || (*next & 0xC0) != 0x80) position.column++;
  }

  bool starts_with_three(char quote) const {
    return end - next >= 3 && next[0] == quote && next[1] == quote && next[2] == quote;
  }

  void advance(int count) {
    while (count-- > 0 && next != end) advance();
  }

  void skip_string(char quote) {
    bool is_long = starts_with_three(quote);
    advance(is_long ? 3 : 1);
    while (next != end) {
      if (*next == '\\' && quote == '"') {
        advance(2);
      } else if (is_long && starts_with_three(quote)) {
        advance(3);
        // The string may end in one or two quotes of its own.
        while (next != end && *next == quote) advance();
        return;
      } else if (!is_long && (*next == quote || *next == '\n')) {
        if (*next == quote) advance();
        return;
      } else {
        advance();
      }
    }
  }
};

hyaline_toml_position position(const toml::source_region &source) {
  return {source.begin.line, source.begin.column};
}

hyaline_toml_string view(std::string_view string) { return {string.data(), string.size()}; }

void append(std::vector<hyaline_toml_node> &nodes, const toml::node &node, const toml::key *key) {
  hyaline_toml_node flat{};
  flat.position = position(node.source());
  if (key) {
    flat.key = view(key->str());
    flat.key_position = position(key->source());
  }
  if (auto table = node.as_table()) {
    flat.kind = HYALINE_TOML_TABLE;
    flat.count = table->size();
    nodes.push_back(flat);
    for (auto &&[name, value] : *table) append(nodes, value, &name);
    return;
  }
  if (auto array = node.as_array()) {
    flat.kind = HYALINE_TOML_ARRAY;
    flat.count = array->size();
    nodes.push_back(flat);
    for (auto &&value : *array) append(nodes, value, nullptr);
    return;
  }
  if (auto string = node.as_string()) {
    flat.kind = HYALINE_TOML_STRING;
    flat.string = view(string->get());
  } else if (auto integer = node.as_integer()) {
    flat.kind = HYALINE_TOML_INTEGER;
    flat.integer = integer->get();
  } else if (auto number = node.as_floating_point()) {
    flat.kind = HYALINE_TOML_NUMBER;
    flat.number = number->get();
  } else if (auto boolean = node.as_boolean()) {
    flat.kind = HYALINE_TOML_BOOLEAN;
    flat.boolean = boolean->get();
  } else if (node.is_date()) {
    flat.kind = HYALINE_TOML_DATE;
  } else if (node.is_time()) {
    flat.kind = HYALINE_TOML_TIME;
  } else {
    flat.kind = HYALINE_TOML_DATE_TIME;
  }
  nodes.push_back(flat);
}

void parse(hyaline_toml_document &document, const char *bytes, size_t length) {
  KeyDepth depth(bytes, length);
  if (depth.is_exceeded()) {
    document.fail("a key has more than " + std::to_string(max_key_parts) + " parts", depth.position);
    return;
  }
  try {
    document.root = toml::parse(std::string_view(bytes, length));
    append(document.nodes, document.root, nullptr);
  } catch (const toml::parse_error &error) {
    document.fail(std::string(error.description()), position(error.source()));
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    document.fail(error.what(), {1, 1});
  }
}

} // namespace

hyaline_toml_document *hyaline_toml_parse(const char *bytes, size_t length) {
  auto document = new (std::nothrow) hyaline_toml_document;
  if (!document) return nullptr;
  try {
    parse(*document, bytes, length);
    return document;
  } catch (...) {
    delete document;
    return nullptr;
  }
}

void hyaline_toml_free(hyaline_toml_document *document) { delete document; }

const hyaline_toml_node *hyaline_toml_nodes(const hyaline_toml_document *document, size_t *count) {
  *count = document->nodes.size();
  return document->failed ? nullptr : document->nodes.data();
}

const char *hyaline_toml_error(const hyaline_toml_document *document, hyaline_toml_position *position) {
  *position = document->error_position;
  return document->failed ? document->error.c_str() : nullptr;
}
