#pragma once
#include <expat.h>

/// The number of the line that is read. Newer versions of expat deprecate the function for it, and older ones have no other.
static inline unsigned long hyaline_expat_line(XML_Parser parser) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  return (unsigned long)XML_GetCurrentLineNumber(parser);
#pragma clang diagnostic pop
}
