#include "library.h"
#include "resample.h"

#include <gif_lib.h>
#include <stdlib.h>

#define FUNCTIONS(X)                                                                                  \
  X(DGifCloseFile) X(DGifGetExtension) X(DGifGetExtensionNext) X(DGifGetImageDesc) X(DGifGetLine)     \
  X(DGifGetRecordType) X(DGifOpen) X(GifErrorString)

LIBRARY(gif, "libgif.so.7", "Debian package libgif7", FUNCTIONS)

bool gif_load_early(char *message) { return gif_load(message); }

struct gif_work {
  const struct hyaline_picture_file *file;
  size_t position;
  /// The index of transparent pixels; -1 if there is none.
  int transparent;
  /// The size of the part of the picture that lies on the screen, which is all that is drawn.
  int width, height;
  /// The indices of that part, whose rows may come in another order.
  uint8_t *indices;
  /// The indices of a whole row of the picture.
  uint8_t *line;
  /// A row of the screen, in which the picture lies.
  uint8_t *row;
  struct reduction reduction;
};

static int read_bytes(GifFileType *gif, GifByteType *bytes, int count) {
  struct gif_work *work = gif->UserData;
  size_t left = work->file->count - work->position;
  if (count < 0) return 0;
  size_t taken = (size_t)count < left ? (size_t)count : left;
  memcpy(bytes, work->file->bytes + work->position, taken);
  work->position += taken;
  return (int)taken;
}

/// Reads up to the first picture and its description.
static bool find_picture(GifFileType *gif, struct gif_work *work) {
  GifRecordType type;
  while (call_DGifGetRecordType(gif, &type) == GIF_OK) {
    if (type == IMAGE_DESC_RECORD_TYPE) return call_DGifGetImageDesc(gif) == GIF_OK;
    if (type != EXTENSION_RECORD_TYPE) return false;
    int code;
    GifByteType *block;
    if (call_DGifGetExtension(gif, &code, &block) != GIF_OK) return false;
    while (block) {
      if (code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) work->transparent = block[1] & 1 ? block[4] : -1;
      if (call_DGifGetExtensionNext(gif, &block) != GIF_OK) return false;
    }
  }
  return false;
}

/// Reads the indices of the part on the screen, in the rows' order from top to bottom.
static bool read_indices(GifFileType *gif, struct gif_work *work) {
  static const struct {
    int first, step;
  } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}}, all = {0, 1};
  int passes_count = gif->Image.Interlace ? 4 : 1;
  for (int pass = 0; pass < passes_count; pass++) {
    int first = gif->Image.Interlace ? passes[pass].first : all.first;
    int step = gif->Image.Interlace ? passes[pass].step : all.step;
    // What follows the last row on the screen is not read.
    int end = pass == passes_count - 1 ? work->height : gif->Image.Height;
    for (int y = first; y < end; y += step) {
      if (call_DGifGetLine(gif, work->line, gif->Image.Width) != GIF_OK) return false;
      if (y < work->height) memcpy(work->indices + (size_t)y * (size_t)work->width, work->line, (size_t)work->width);
    }
  }
  return true;
}

static int least(int a, int b) { return a < b ? a : b; }

static void draw_row(GifFileType *gif, struct gif_work *work, const ColorMapObject *colours, int y) {
  const GifImageDesc *image = &gif->Image;
  memset(work->row, 0, (size_t)work->file->width * 4);
  if (y < image->Top || y >= image->Top + work->height) return;
  const uint8_t *indices = work->indices + (size_t)(y - image->Top) * (size_t)work->width;
  uint8_t *to = work->row + (size_t)image->Left * 4;
  for (int x = 0; x < work->width; x++, to += 4) {
    if (indices[x] == work->transparent || indices[x] >= colours->ColorCount) continue;
    GifColorType colour = colours->Colors[indices[x]];
    memcpy(to, (uint8_t[]){colour.Red, colour.Green, colour.Blue, 255}, 4);
  }
}

static enum hyaline_picture_outcome decode(
    GifFileType *gif, struct gif_work *work, const struct hyaline_picture_pixels *pixels, char *message) {
  const struct hyaline_picture_file *file = work->file;
  if (gif->SWidth != file->width || gif->SHeight != file->height) return damaged(message, "it has two sizes");
  if (!find_picture(gif, work)) return damaged(message, "there is no picture in it");
  const GifImageDesc *image = &gif->Image;
  const ColorMapObject *colours = image->ColorMap ? image->ColorMap : gif->SColorMap;
  if (!colours) return damaged(message, "it has no colours");
  if (image->Left < 0 || image->Top < 0 || image->Width < 1 || image->Height < 1 ||
      image->Left >= file->width || image->Top >= file->height) {
    return damaged(message, "the picture lies outside of its screen");
  }
  work->width = least(image->Width, file->width - image->Left);
  work->height = least(image->Height, file->height - image->Top);
  work->indices = malloc((size_t)work->width * (size_t)work->height);
  work->line = malloc((size_t)image->Width);
  work->row = malloc((size_t)file->width * 4);
  if (!work->indices || !work->line || !work->row || !reduction_begin(&work->reduction, file->width, file->height, pixels)) {
    return no_memory(message);
  }
  if (!read_indices(gif, work)) {
    const char *text = call_GifErrorString(gif->Error);
    return damaged(message, text ? text : "libgif cannot decode it");
  }
  for (int y = 0; y < file->height; y++) {
    draw_row(gif, work, colours, y);
    reduction_add(&work->reduction, work->row);
  }
  return HYALINE_PICTURE_DONE;
}

enum hyaline_picture_outcome hyaline_gif_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message) {
  if (!gif_load(message)) return HYALINE_PICTURE_NO_LIBRARY;
  struct gif_work work = {.file = file, .transparent = -1};
  int error = 0;
  GifFileType *gif = call_DGifOpen(&work, read_bytes, &error);
  if (!gif) {
    const char *text = call_GifErrorString(error);
    return damaged(message, text ? text : "libgif cannot decode it");
  }
  enum hyaline_picture_outcome outcome = decode(gif, &work, pixels, message);
  call_DGifCloseFile(gif, &error);
  reduction_end(&work.reduction);
  free(work.indices);
  free(work.line);
  free(work.row);
  return outcome;
}
