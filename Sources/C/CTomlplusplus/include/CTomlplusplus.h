#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hyaline_toml_kind {
  HYALINE_TOML_TABLE,
  HYALINE_TOML_ARRAY,
  HYALINE_TOML_STRING,
  HYALINE_TOML_INTEGER,
  HYALINE_TOML_NUMBER,
  HYALINE_TOML_BOOLEAN,
  HYALINE_TOML_DATE,
  HYALINE_TOML_TIME,
  HYALINE_TOML_DATE_TIME,
} hyaline_toml_kind;

// Lines and columns start at 1; a column counts code points.
typedef struct hyaline_toml_position {
  uint32_t line, column;
} hyaline_toml_position;

// UTF-8 that may hold NUL and is not ended by one; owned by the document.
typedef struct hyaline_toml_string {
  const char *bytes;
  size_t length;
} hyaline_toml_string;

typedef struct hyaline_toml_node {
  hyaline_toml_kind kind;
  hyaline_toml_position position;
  // Of an entry of a table, else empty.
  hyaline_toml_string key;
  hyaline_toml_position key_position;
  // How many nodes a table or array holds; each follows, with all that it holds itself.
  size_t count;
  hyaline_toml_string string;
  int64_t integer;
  double number;
  bool boolean;
} hyaline_toml_node;

typedef struct hyaline_toml_document hyaline_toml_document;

// Null only when memory ran out. Freed by hyaline_toml_free.
hyaline_toml_document *hyaline_toml_parse(const char *bytes, size_t length);
void hyaline_toml_free(hyaline_toml_document *document);

// The nodes in preorder, the root table first; null after an error.
const hyaline_toml_node *hyaline_toml_nodes(const hyaline_toml_document *document, size_t *count);
// The message ends with NUL; null if there was no error.
const char *hyaline_toml_error(const hyaline_toml_document *document, hyaline_toml_position *position);

#ifdef __cplusplus
}
#endif
