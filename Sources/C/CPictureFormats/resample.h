#pragma once
#include "CPictureFormats.h"

/// Reduces a picture whose rows come one after another, so that the whole of it is never in memory.
struct reduction {
  int width, height;
  struct hyaline_picture_pixels to;
  /// The number of rows that have come, and of those that are finished.
  int row, finished;
  struct span *columns;
  float *sums;
  uint8_t *premultiplied;
};

/// Begins a reduction; false if there is no memory. `reduction_end` follows in both cases.
bool reduction_begin(struct reduction *reduction, int width, int height, const struct hyaline_picture_pixels *to);
/// Adds the next row of pixels, which have the bytes R G B A and are not premultiplied.
void reduction_add(struct reduction *reduction, const uint8_t *straight);
/// Frees the memory of a reduction, and of one that is zeroed.
void reduction_end(struct reduction *reduction);
