#include "library.h"
#include "resample.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

#define FUNCTIONS(X)                                                                                          \
  X(png_create_read_struct) X(png_create_write_struct) X(png_create_info_struct) X(png_destroy_read_struct)   \
  X(png_destroy_write_struct) X(png_error) X(png_get_error_ptr) X(png_get_io_ptr) X(png_get_image_width)       \
  X(png_get_image_height) X(png_get_rowbytes) X(png_read_info) X(png_read_row) X(png_read_update_info)         \
  X(png_set_IHDR) X(png_set_add_alpha) X(png_set_expand) X(png_set_gray_to_rgb)                               \
  X(png_set_interlace_handling) X(png_set_keep_unknown_chunks) X(png_set_read_fn) X(png_set_strip_16)          \
  X(png_set_user_limits) X(png_set_write_fn) X(png_write_end) X(png_write_info) X(png_write_row)

LIBRARY(png, "libpng16.so.16", "Debian package libpng16-16", FUNCTIONS)

bool png_load_early(char *message) { return png_load(message); }

/// The state of a call, which lies outside of the frame that a longjmp returns to.
struct png_work {
  png_structp png;
  png_infop info;
  jmp_buf failure;
  char *message;

  const struct hyaline_picture_file *file;
  size_t position;
  struct reduction reduction;
  /// One row, or all of an interlaced picture.
  uint8_t *rows;

  struct hyaline_picture_output *output;
  size_t capacity;
};

static void fail(png_structp png, png_const_charp text) {
  struct png_work *work = call_png_get_error_ptr(png);
  damaged(work->message, text);
  longjmp(work->failure, 1);
}

static void ignore(png_structp png, png_const_charp text) {}

// MARK: - Reading

static void read_bytes(png_structp png, png_bytep bytes, png_size_t count) {
  struct png_work *work = call_png_get_io_ptr(png);
  if (count > work->file->count - work->position) call_png_error(png, "the file ends too early");
  memcpy(bytes, work->file->bytes + work->position, count);
  work->position += count;
}

/// Chunks that are skipped: no pixel depends on them, and libpng would decompress some.
static const png_byte ignored_chunks[] =
    "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";

static void read_header(struct png_work *work) {
  png_structp png = work->png;
  const struct hyaline_picture_file *file = work->file;
  call_png_set_read_fn(png, work, read_bytes);
  call_png_set_user_limits(png, (png_uint_32)file->width, (png_uint_32)file->height);
  call_png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  call_png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored_chunks, sizeof ignored_chunks / 5);
  call_png_read_info(png, work->info);
  if (call_png_get_image_width(png, work->info) != (png_uint_32)file->width ||
      call_png_get_image_height(png, work->info) != (png_uint_32)file->height) {
    call_png_error(png, "it has two sizes");
  }
}

static enum hyaline_picture_outcome read_rows(struct png_work *work, const struct hyaline_picture_pixels *pixels) {
  if (setjmp(work->failure)) return HYALINE_PICTURE_DAMAGED;
  png_structp png = work->png;
  const struct hyaline_picture_file *file = work->file;
  read_header(work);
  call_png_set_expand(png);
  call_png_set_strip_16(png);
  call_png_set_gray_to_rgb(png);
  call_png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  int passes = call_png_set_interlace_handling(png);
  call_png_read_update_info(png, work->info);
  size_t row = (size_t)file->width * 4;
  if (call_png_get_rowbytes(png, work->info) != row) call_png_error(png, "unknown kind of pixels");
  work->rows = malloc(passes == 1 ? row : row * (size_t)file->height);
  if (!work->rows || !reduction_begin(&work->reduction, file->width, file->height, pixels)) {
    return no_memory(work->message);
  }
  for (int pass = 0; pass < passes - 1; pass++) {
    for (int y = 0; y < file->height; y++) call_png_read_row(png, work->rows + (size_t)y * row, NULL);
  }
  for (int y = 0; y < file->height; y++) {
    uint8_t *to = passes == 1 ? work->rows : work->rows + (size_t)y * row;
    call_png_read_row(png, to, NULL);
    reduction_add(&work->reduction, to);
  }
  return HYALINE_PICTURE_DONE;
}

enum hyaline_picture_outcome hyaline_png_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message) {
  if (!png_load(message)) return HYALINE_PICTURE_NO_LIBRARY;
  struct png_work work = {.message = message, .file = file};
  work.png = call_png_create_read_struct(PNG_LIBPNG_VER_STRING, &work, fail, ignore);
  if (!work.png) return no_memory(message);
  work.info = call_png_create_info_struct(work.png);
  enum hyaline_picture_outcome outcome = work.info ? read_rows(&work, pixels) : no_memory(message);
  call_png_destroy_read_struct(&work.png, &work.info, NULL);
  reduction_end(&work.reduction);
  free(work.rows);
  return outcome;
}

// MARK: - Writing

static void write_bytes(png_structp png, png_bytep bytes, png_size_t count) {
  struct png_work *work = call_png_get_io_ptr(png);
  struct hyaline_picture_output *output = work->output;
  if (output->count + count > work->capacity) {
    size_t capacity = (output->count + count) * 2;
    uint8_t *grown = realloc(output->bytes, capacity);
    if (!grown) call_png_error(png, "not enough memory");
    output->bytes = grown;
    work->capacity = capacity;
  }
  memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
}

static void flush(png_structp png) {}

static enum hyaline_picture_outcome write_rows(struct png_work *work, const struct hyaline_picture_pixels *pixels) {
  if (setjmp(work->failure)) return HYALINE_PICTURE_DAMAGED;
  call_png_set_write_fn(work->png, work, write_bytes, flush);
  call_png_set_IHDR(
      work->png, work->info, (png_uint_32)pixels->width, (png_uint_32)pixels->height, 8, PNG_COLOR_TYPE_RGB_ALPHA,
      PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  call_png_write_info(work->png, work->info);
  for (int y = 0; y < pixels->height; y++) {
    call_png_write_row(work->png, pixels->bytes + (size_t)y * (size_t)pixels->width * 4);
  }
  call_png_write_end(work->png, work->info);
  return HYALINE_PICTURE_DONE;
}

enum hyaline_picture_outcome hyaline_png_encode(
    const struct hyaline_picture_pixels *pixels, struct hyaline_picture_output *output, char *message) {
  *output = (struct hyaline_picture_output){0};
  if (!png_load(message)) return HYALINE_PICTURE_NO_LIBRARY;
  struct png_work work = {.message = message, .output = output};
  work.png = call_png_create_write_struct(PNG_LIBPNG_VER_STRING, &work, fail, ignore);
  if (!work.png) return no_memory(message);
  work.info = call_png_create_info_struct(work.png);
  enum hyaline_picture_outcome outcome = work.info ? write_rows(&work, pixels) : no_memory(message);
  call_png_destroy_write_struct(&work.png, &work.info);
  if (outcome != HYALINE_PICTURE_DONE) {
    free(output->bytes);
    *output = (struct hyaline_picture_output){0};
  }
  return outcome;
}
