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

/// Begins with the first row; false: no memory. A zeroed `reduction` may be ended as well.
bool reduction_begin(struct reduction *reduction, int width, int height, const struct hyaline_picture_pixels *to);
/// Takes the next row, of bytes R G B A that are not premultiplied.
void reduction_add(struct reduction *reduction, const uint8_t *straight);
void reduction_end(struct reduction *reduction);
