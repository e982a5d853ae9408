#include "late.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

static const struct hyaline_late_library libpcre2 = {"libpcre2-8.so.0", "libpcre2-8-0"};

FORWARD(libpcre2, pcre2_code *, pcre2_compile_8,
        (PCRE2_SPTR pattern, PCRE2_SIZE length, uint32_t options, int *error, PCRE2_SIZE *offset,
         pcre2_compile_context *context),
        (pattern, length, options, error, offset, context))
FORWARD(libpcre2, void, pcre2_code_free_8, (pcre2_code *code), (code))
FORWARD(libpcre2, int, pcre2_get_error_message_8,
        (int error, PCRE2_UCHAR *buffer, PCRE2_SIZE length),
        (error, buffer, length))
FORWARD(libpcre2, uint32_t, pcre2_get_ovector_count_8, (pcre2_match_data *data), (data))
FORWARD(libpcre2, PCRE2_SIZE *, pcre2_get_ovector_pointer_8, (pcre2_match_data *data), (data))
FORWARD(libpcre2, int, pcre2_match_8,
        (const pcre2_code *code, PCRE2_SPTR subject, PCRE2_SIZE length, PCRE2_SIZE start, uint32_t options,
         pcre2_match_data *data, pcre2_match_context *context),
        (code, subject, length, start, options, data, context))
FORWARD(libpcre2, pcre2_match_context *, pcre2_match_context_create_8, (pcre2_general_context *context), (context))
FORWARD(libpcre2, void, pcre2_match_context_free_8, (pcre2_match_context *context), (context))
FORWARD(libpcre2, pcre2_match_data *, pcre2_match_data_create_8,
        (uint32_t pairs, pcre2_general_context *context),
        (pairs, context))
FORWARD(libpcre2, void, pcre2_match_data_free_8, (pcre2_match_data *data), (data))
FORWARD(libpcre2, int, pcre2_set_depth_limit_8, (pcre2_match_context *context, uint32_t limit), (context, limit))
FORWARD(libpcre2, int, pcre2_set_heap_limit_8, (pcre2_match_context *context, uint32_t limit), (context, limit))
FORWARD(libpcre2, int, pcre2_set_match_limit_8, (pcre2_match_context *context, uint32_t limit), (context, limit))
