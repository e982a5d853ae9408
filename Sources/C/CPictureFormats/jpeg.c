#include "library.h"
#include "resample.h"

#include <setjmp.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

#define FUNCTIONS(X)                                                                                          \
  X(jpeg_CreateCompress) X(jpeg_CreateDecompress) X(jpeg_destroy_compress) X(jpeg_destroy_decompress)         \
  X(jpeg_finish_compress) X(jpeg_read_header) X(jpeg_read_scanlines) X(jpeg_resync_to_restart)               \
  X(jpeg_set_defaults) X(jpeg_set_quality) X(jpeg_start_compress) X(jpeg_start_decompress) X(jpeg_std_error)   \
  X(jpeg_write_scanlines)

// The layout of its structures, and with it the soname, depends on the version that its headers emulate.
#if JPEG_LIB_VERSION >= 80
LIBRARY(jpeg, "libjpeg.so.8", "Ubuntu package libjpeg-turbo8", FUNCTIONS)
#else
LIBRARY(jpeg, "libjpeg.so.62", "Debian package libjpeg62-turbo", FUNCTIONS)
#endif

bool jpeg_load_early(char *message) { return jpeg_load(message); }

/// The greatest number of scans of a progressive picture: an encoder writes about ten, and each covers the whole picture.
enum { most_scans = 100 };

/// The state of a call, which lies outside of the frame that a longjmp returns to.
struct jpeg_work {
  struct jpeg_error_mgr errors;
  jmp_buf failure;
  char *message;

  struct jpeg_decompress_struct reader;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  const struct hyaline_picture_file *file;
  bool has_ended;
  struct reduction reduction;
  uint8_t *row, *converted;

  struct jpeg_compress_struct writer;
  struct jpeg_destination_mgr destination;
  struct hyaline_picture_output *output;
};

static void fail(j_common_ptr jpeg) {
  struct jpeg_work *work = jpeg->client_data;
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  damaged(work->message, text);
  longjmp(work->failure, 1);
}

static void fail_with(struct jpeg_work *work, const char *text) {
  damaged(work->message, text);
  longjmp(work->failure, 1);
}

/// Ignores warnings, after which libjpeg decodes the whole picture, except for the one that the file ends too early.
static void take_message(j_common_ptr jpeg, int level) {
  struct jpeg_work *work = jpeg->client_data;
  if (level < 0 && jpeg->err->msg_code == JWRN_HIT_MARKER && work->has_ended) {
    fail_with(work, "the file ends too early");
  }
}

static void say_nothing(j_common_ptr jpeg) {}

static void begin_errors(struct jpeg_work *work) {
  call_jpeg_std_error(&work->errors);
  work->errors.error_exit = fail;
  work->errors.emit_message = take_message;
  work->errors.output_message = say_nothing;
}

// MARK: - Reading

static void do_nothing(j_decompress_ptr jpeg) {}

/// Supplies the end marker after the last byte, since many files lack it.
static boolean fill(j_decompress_ptr jpeg) {
  static const JOCTET end[] = {0xFF, JPEG_EOI};
  struct jpeg_work *work = jpeg->client_data;
  work->has_ended = true;
  jpeg->src->next_input_byte = end;
  jpeg->src->bytes_in_buffer = sizeof end;
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  if (count <= 0) return;
  if ((size_t)count > jpeg->src->bytes_in_buffer) {
    fill(jpeg);
    return;
  }
  jpeg->src->next_input_byte += count;
  jpeg->src->bytes_in_buffer -= (size_t)count;
}

static void watch(j_common_ptr jpeg) {
  struct jpeg_work *work = jpeg->client_data;
  if (work->reader.input_scan_number > most_scans) fail_with(work, "it has too many scans");
}

static void read_header(struct jpeg_work *work) {
  j_decompress_ptr jpeg = &work->reader;
  call_jpeg_CreateDecompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
  work->source = (struct jpeg_source_mgr){
      .next_input_byte = work->file->bytes, .bytes_in_buffer = work->file->count, .init_source = do_nothing,
      .fill_input_buffer = fill, .skip_input_data = skip, .resync_to_restart = call_jpeg_resync_to_restart,
      .term_source = do_nothing};
  jpeg->src = &work->source;
  work->progress.progress_monitor = watch;
  jpeg->progress = &work->progress;
  call_jpeg_read_header(jpeg, TRUE);
  if (jpeg->image_width != (JDIMENSION)work->file->width || jpeg->image_height != (JDIMENSION)work->file->height) {
    fail_with(work, "it has two sizes");
  }
}

/// The share of the size, in eighths, that the transform decodes to: the smallest that is no smaller than the result.
static unsigned eighths(const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels) {
  unsigned share = 1;
  while (share < 8 && (file->width * (int)share / 8 < pixels->width || file->height * (int)share / 8 < pixels->height)) {
    share *= 2;
  }
  return share;
}

/// Converts a row of four inks, which Adobe's programs write inverted.
static void convert_inks(const uint8_t *inks, uint8_t *row, int count, bool inverted) {
  for (int i = 0; i < count * 4; i += 4) {
    unsigned black = inverted ? inks[i + 3] : 255u - inks[i + 3];
    for (int channel = 0; channel < 3; channel++) {
      unsigned ink = inverted ? inks[i + channel] : 255u - inks[i + channel];
      row[i + channel] = (uint8_t)(ink * black / 255);
    }
    row[i + 3] = 255;
  }
}

static enum hyaline_picture_outcome read_rows(struct jpeg_work *work, const struct hyaline_picture_pixels *pixels) {
  if (setjmp(work->failure)) return HYALINE_PICTURE_DAMAGED;
  j_decompress_ptr jpeg = &work->reader;
  read_header(work);
  bool has_inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  jpeg->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg->scale_num = eighths(work->file, pixels);
  jpeg->scale_denom = 8;
  // Reduced pixels are averages of several colours anyway.
  jpeg->do_fancy_upsampling = jpeg->scale_num == 8;
  call_jpeg_start_decompress(jpeg);
  int width = (int)jpeg->output_width, height = (int)jpeg->output_height;
  if (jpeg->output_components != 4 || width < pixels->width || height < pixels->height) {
    fail_with(work, "unknown kind of pixels");
  }
  work->row = malloc((size_t)width * 4);
  work->converted = has_inks ? malloc((size_t)width * 4) : NULL;
  if (!work->row || (has_inks && !work->converted) ||
      !reduction_begin(&work->reduction, width, height, pixels)) {
    return no_memory(work->message);
  }
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW rows[] = {work->row};
    call_jpeg_read_scanlines(jpeg, rows, 1);
    if (has_inks) convert_inks(work->row, work->converted, width, jpeg->saw_Adobe_marker);
    reduction_add(&work->reduction, has_inks ? work->converted : work->row);
  }
  return HYALINE_PICTURE_DONE;
}

enum hyaline_picture_outcome hyaline_jpeg_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message) {
  if (!jpeg_load(message)) return HYALINE_PICTURE_NO_LIBRARY;
  struct jpeg_work work = {.message = message, .file = file};
  begin_errors(&work);
  work.reader.err = &work.errors;
  work.reader.client_data = &work;
  enum hyaline_picture_outcome outcome = read_rows(&work, pixels);
  call_jpeg_destroy_decompress(&work.reader);
  reduction_end(&work.reduction);
  free(work.row);
  free(work.converted);
  return outcome;
}

// MARK: - Writing

/// The number of bytes by which the output grows first; afterwards it is doubled.
enum { first_capacity = 65536 };

/// Makes room after the first `count` bytes of the output, all of whose bytes are written.
static void grow(j_compress_ptr jpeg, size_t count) {
  struct jpeg_work *work = jpeg->client_data;
  size_t capacity = count ? count * 2 : first_capacity;
  uint8_t *grown = realloc(work->output->bytes, capacity);
  if (!grown) fail_with(work, "not enough memory");
  work->output->bytes = grown;
  work->output->count = capacity;
  jpeg->dest->next_output_byte = grown + count;
  jpeg->dest->free_in_buffer = capacity - count;
}

static void begin_output(j_compress_ptr jpeg) { grow(jpeg, 0); }

static boolean extend_output(j_compress_ptr jpeg) {
  struct jpeg_work *work = jpeg->client_data;
  grow(jpeg, work->output->count);
  return TRUE;
}

static void end_output(j_compress_ptr jpeg) {
  struct jpeg_work *work = jpeg->client_data;
  work->output->count -= jpeg->dest->free_in_buffer;
}

static enum hyaline_picture_outcome write_rows(
    struct jpeg_work *work, const struct hyaline_picture_pixels *pixels, int quality) {
  if (setjmp(work->failure)) return HYALINE_PICTURE_DAMAGED;
  j_compress_ptr jpeg = &work->writer;
  call_jpeg_CreateCompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
  work->destination = (struct jpeg_destination_mgr){
      .init_destination = begin_output, .empty_output_buffer = extend_output, .term_destination = end_output};
  jpeg->dest = &work->destination;
  jpeg->image_width = (JDIMENSION)pixels->width;
  jpeg->image_height = (JDIMENSION)pixels->height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBX;
  call_jpeg_set_defaults(jpeg);
  call_jpeg_set_quality(jpeg, quality, TRUE);
  call_jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW rows[] = {pixels->bytes + (size_t)jpeg->next_scanline * (size_t)pixels->width * 4};
    call_jpeg_write_scanlines(jpeg, rows, 1);
  }
  call_jpeg_finish_compress(jpeg);
  return HYALINE_PICTURE_DONE;
}

enum hyaline_picture_outcome hyaline_jpeg_encode(
    const struct hyaline_picture_pixels *pixels, int quality, struct hyaline_picture_output *output, char *message) {
  *output = (struct hyaline_picture_output){0};
  if (!jpeg_load(message)) return HYALINE_PICTURE_NO_LIBRARY;
  struct jpeg_work work = {.message = message, .output = output};
  begin_errors(&work);
  work.writer.err = &work.errors;
  work.writer.client_data = &work;
  enum hyaline_picture_outcome outcome = write_rows(&work, pixels, quality);
  call_jpeg_destroy_compress(&work.writer);
  if (outcome != HYALINE_PICTURE_DONE) {
    free(output->bytes);
    *output = (struct hyaline_picture_output){0};
  }
  return outcome;
}
