#include "resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The pixels or rows, from the first to the last, that one of the result is made of, and the weight of each.
struct span {
  int first, last;
  float first_weight, inner_weight, last_weight;
};

static int clamp(double value, int count) { return value < 0 ? 0 : value >= count ? count - 1 : (int)value; }

/// The span of the pixel at `position`, counted in the result from the picture's edge. `step` is the distance between two
/// pixels of the result, in pixels of the picture, which has `count`.
static struct span span_at(double position, double step, int count) {
  if (step <= 1) {
    double middle = (position + .5) * step - .5;
    double first = floor(middle);
    float share = (float)(middle - first);
    return (struct span){clamp(first, count), clamp(first + 1, count), 1 - share, 0, share};
  }
  double start = fmin(fmax(position * step, 0), count), end = fmin(fmax((position + 1) * step, 0), count);
  int first = clamp(floor(start), count), last = clamp(ceil(end) - 1, count);
  if (last <= first || end <= start) return (struct span){first, first, 1, 0, 0};
  double length = end - start;
  return (struct span){
      first, last, (float)((first + 1 - start) / length), (float)(1 / length), (float)((end - last) / length)};
}

static float weight_in(const struct span *span, int index) {
  // At an edge, an enlarged picture has the same pixel twice.
  if (span->first == span->last) return span->first_weight + span->last_weight;
  return index == span->first ? span->first_weight : index == span->last ? span->last_weight : span->inner_weight;
}

static void add_row(float *restrict sums, const uint8_t *restrict row, size_t count, float weight) {
  for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
}

/// Writes a row of the result from the weighted sum of rows of the picture.
static void write_row(const float *sums, const struct span *columns, int count, uint8_t *to) {
  for (int x = 0; x < count; x++, to += 4) {
    const struct span *span = &columns[x];
    float pixel[4] = {.5f, .5f, .5f, .5f};
    for (int i = span->first; i <= span->last; i++) {
      float weight = weight_in(span, i);
      for (int channel = 0; channel < 4; channel++) pixel[channel] += weight * sums[i * 4 + channel];
    }
    for (int channel = 0; channel < 4; channel++) {
      // Sums of weights may differ from 1 by the last bit.
      to[channel] = pixel[channel] < 255 ? (uint8_t)pixel[channel] : 255;
    }
  }
}

static void premultiply(uint8_t *restrict to, const uint8_t *restrict from, int count) {
  for (int i = 0; i < count * 4; i += 4) {
    unsigned alpha = from[i + 3];
    if (alpha == 255) {
      memcpy(to + i, from + i, 4);
      continue;
    }
    for (int channel = 0; channel < 3; channel++) {
      to[i + channel] = (uint8_t)((from[i + channel] * alpha + 127) / 255);
    }
    to[i + 3] = (uint8_t)alpha;
  }
}

// MARK: - Rows that come one after another

bool reduction_begin(struct reduction *reduction, int width, int height, const struct hyaline_picture_pixels *to) {
  *reduction = (struct reduction){.width = width, .height = height, .to = *to};
  if (width == to->width && height == to->height) return true;
  reduction->columns = malloc((size_t)to->width * sizeof(struct span));
  reduction->sums = calloc((size_t)width * 4, sizeof(float));
  reduction->premultiplied = malloc((size_t)width * 4);
  if (!reduction->columns || !reduction->sums || !reduction->premultiplied) return false;
  for (int x = 0; x < to->width; x++) reduction->columns[x] = span_at(x, (double)width / to->width, width);
  return true;
}

void reduction_add(struct reduction *reduction, const uint8_t *straight) {
  size_t count = (size_t)reduction->width * 4;
  int row = reduction->row++;
  if (!reduction->columns) {
    if (row < reduction->height) premultiply(reduction->to.bytes + row * count, straight, reduction->width);
    return;
  }
  premultiply(reduction->premultiplied, straight, reduction->width);
  double step = (double)reduction->height / reduction->to.height;
  // A row may be the last of one row of the result and the first of the next.
  while (reduction->finished < reduction->to.height) {
    struct span span = span_at(reduction->finished, step, reduction->height);
    if (row < span.first) return;
    add_row(reduction->sums, reduction->premultiplied, count, weight_in(&span, row));
    if (row < span.last) return;
    uint8_t *to = reduction->to.bytes + (size_t)reduction->finished * (size_t)reduction->to.width * 4;
    write_row(reduction->sums, reduction->columns, reduction->to.width, to);
    memset(reduction->sums, 0, count * sizeof(float));
    reduction->finished++;
  }
}

void reduction_end(struct reduction *reduction) {
  free(reduction->columns);
  free(reduction->sums);
  free(reduction->premultiplied);
  *reduction = (struct reduction){0};
}

bool hyaline_picture_reduce(
    const struct hyaline_picture_pixels *straight, const struct hyaline_picture_pixels *reduced) {
  struct reduction reduction;
  bool has_memory = reduction_begin(&reduction, straight->width, straight->height, reduced);
  for (int y = 0; has_memory && y < straight->height; y++) {
    reduction_add(&reduction, straight->bytes + (size_t)y * (size_t)straight->width * 4);
  }
  reduction_end(&reduction);
  return has_memory;
}

// MARK: - Pictures that are in memory

bool hyaline_picture_scale(
    const struct hyaline_picture_pixels *picture, double factor, double x, double y,
    const struct hyaline_picture_rectangle *target, const struct hyaline_picture_pixels *result) {
  size_t count = (size_t)picture->width * 4;
  struct span *columns = malloc((size_t)target->width * sizeof(struct span));
  float *sums = malloc(count * sizeof(float));
  bool has_memory = columns && sums;
  for (int i = 0; has_memory && i < target->width; i++) {
    columns[i] = span_at(target->x + i - x, 1 / factor, picture->width);
  }
  for (int i = target->y; has_memory && i < target->y + target->height; i++) {
    struct span rows = span_at(i - y, 1 / factor, picture->height);
    memset(sums, 0, count * sizeof(float));
    for (int row = rows.first; row <= rows.last; row++) {
      add_row(sums, picture->bytes + (size_t)row * count, count, weight_in(&rows, row));
    }
    write_row(sums, columns, target->width, result->bytes + ((size_t)i * (size_t)result->width + (size_t)target->x) * 4);
  }
  free(columns);
  free(sums);
  return has_memory;
}
