// Loops over rows of pixels, in vectors of four: written in Swift they took three times as long, since its SIMD types of
// bytes are taken apart and minima become several instructions.
//
// Pixels are words of the bytes B G R A. Colours are four floats each, R G B A. Pointers to rows are to the place 0, which
// need not exist; only the places that are named are read or written.
#ifndef CPIXELS_H
#define CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a row of opaque pixels is made of.
struct pixels_sheet {
  /// Colours at the points of a grid, between which pixels are interpolated; NULL: `ink` covers all.
  const void *points;
  /// Pixels between points: 1, 2 or 4.
  ptrdiff_t step;
  /// Colours over that, one for each pixel; NULL: there are none.
  const void *ink;
  /// 64 values that are added, for places modulo 64.
  const float *dither;
  /// What leaks and is subtracted; NULL: nothing.
  const uint32_t *leaks;
  /// What values are clamped to, 0 ... 255.
  float low, high;
  /// The highest byte of the pixels.
  uint32_t alpha;
};

/// Writes the pixels from `first` up to `end`.
void pixels_draw_sheet(const struct pixels_sheet *sheet, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// Writes colours as premultiplied pixels, no darker than `black` and no lighter than 255 - `black` where they are opaque.
void pixels_draw_translucent(
    const void *colours, const float *dither, float black, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// What a row of glass that covers pixels in part is made of: the surface is measured, but not through these.
struct pixels_partial {
  /// What is painted.
  const void *ink;
  const float *dither;
  /// What leaks where pixels are covered wholly.
  const uint32_t *leaks;
  /// The estimate's colours, one for four pixels, premultiplied.
  const void *estimate;
  /// The blocks of `estimate` that there are.
  ptrdiff_t first_block, end_block;
  /// How far glass covers pixels; NULL: wholly.
  const uint8_t *coverage;
  /// The carrier's greys, for places modulo 64.
  const uint8_t *greys;
  float leak, carrier;
};

void pixels_draw_partial(const struct pixels_partial *partial, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// Puts a grid's colours over `row`, by `opacity` and `coverage` (NULL: wholly).
void pixels_blend_glass(
    const void *points, ptrdiff_t step, ptrdiff_t shift, const uint8_t *coverage, float opacity, ptrdiff_t first,
    ptrdiff_t end, void *row);

/// Puts `colours` over `row`, by `opacity` and `coverage` (NULL: wholly).
void pixels_blend(
    const void *colours, const uint8_t *coverage, float opacity, ptrdiff_t first, ptrdiff_t end, void *row);

/// Puts `colour` over `row` by the shades of cells of `step` pixels, the first of which begins at `left`; where there is
/// `coverage`, by what it leaves.
void pixels_blend_shade(
    const float *cells, ptrdiff_t count, float left, float step, const float colour[4], const uint8_t *coverage,
    ptrdiff_t first, ptrdiff_t end, void *row);

/// Light of encoded values and back: tables of so many equal steps and one value more at the end.
enum { PIXELS_LIGHT_STEPS = 2048 };
struct pixels_light {
  /// The light of encoded values.
  const float *linear;
  /// The encoded values of light by its square root.
  const float *encoded;
  /// The share of red, green and blue in the luminance.
  float weights[3];
};

/// What colours are moved to until they have a luminance: `side` 1: at least, -1: at most, 0: whatever it is.
struct pixels_limit {
  float extreme, side;
};

/// A colour matrix: what red, green and blue become of, and what is added.
struct pixels_matrix {
  float red[3], green[3], blue[3], bias[3];
};

/// Ink over glass: see `InkFigures`.
struct pixels_ink {
  struct pixels_light light;
  struct pixels_matrix matrix;
  /// How much of the ink there is over the material.
  float level;
  /// The darkest and the lightest value that is shown, and their luminances.
  float black, white, least, most;
  /// What the luminance has to be: so much of that around and so much more.
  float factor, summand;
  struct pixels_limit limit;
  /// A vibrant fill that may lie below; of a level of 0: there is none.
  struct pixels_matrix fill;
  float fill_level, fill_luminance;
  struct pixels_limit fill_limit;
};

/// Puts ink over `row` where `coverage` (NULL: all) says; a grid's colours, whose fourth value is the luminance around, are
/// the material (`points` NULL: there is none).
void pixels_blend_ink(
    const struct pixels_ink *ink, const void *points, ptrdiff_t step, ptrdiff_t shift, const uint8_t *coverage,
    ptrdiff_t first, ptrdiff_t end, void *row);

/// Clamps colours to `black` ... `white` and moves them until they have the luminance `wanted`; the fourth value becomes
/// theirs.
void pixels_fill(
    const struct pixels_light *light, float black, float white, float wanted, const struct pixels_limit *limit,
    ptrdiff_t first, ptrdiff_t end, void *row);

/// A row of blocks of 4 x 4 pixels of a capture that shows a surface.
struct pixels_blocks {
  const uint32_t *captured[4];
  const uint32_t *submitted[4];
  /// What is known to leak.
  uint32_t *known[4];
  /// How far glass covers pixels; NULL: wholly.
  const uint8_t *coverage[4];
  /// The carrier's greys, for places modulo 64, and the means of blocks, for places modulo 16.
  const uint8_t *greys[4];
  const float *means;
  float leak, carrier, slack;
  /// The surface's pixels and the output's: left, right, and which of the four rows.
  ptrdiff_t left, right, output_right;
  unsigned inside_rows, output_rows;
};

enum { PIXELS_VALID = 1, PIXELS_NEW = 2 };

/// Un-blends blocks that lie on the surface and are covered wholly: their flags and mean backgrounds, whose fourth value is
/// 1 where they are valid.
void pixels_measure_whole(
    const struct pixels_blocks *blocks, ptrdiff_t first, ptrdiff_t end, uint8_t *flags, void *means);

/// Takes what leaks in such a block as known.
void pixels_keep_whole(const struct pixels_blocks *blocks, ptrdiff_t block);

/// The same for a block that may reach beyond the surface, its glass and the output; `keep`: what leaks becomes known.
uint8_t pixels_measure_edge(const struct pixels_blocks *blocks, ptrdiff_t block, bool keep, void *mean);

/// What will leak through a row of pixels where glass covers them wholly.
struct pixels_prediction {
  /// The pixels that lie behind; NULL: `estimate` says.
  const uint32_t *seen;
  /// The estimate's colours, one for four pixels, premultiplied, and the blocks that there are.
  const void *estimate;
  ptrdiff_t first_block, end_block;
  /// The carrier's greys, for places modulo 64.
  const uint8_t *greys;
  float leak, carrier;
};

void pixels_predict(const struct pixels_prediction *prediction, ptrdiff_t first, ptrdiff_t end, uint32_t *leaks);

/// The mean colours of blocks of four rows of captured pixels, opaque; `red_first`: bytes are R G B A.
void pixels_block_means(
    const uint32_t *const rows[4], bool red_first, ptrdiff_t first, ptrdiff_t end, void *means);

/// Copies pixels of the bytes R G B A.
void pixels_swap(const uint32_t *source, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// A material's colours: see `ColourChain`.
struct pixels_chain {
  float luma[3], curve[4], fill[3];
  float amount, saturation, brightness, fill_share;
  /// The weight of each of four neighbours, and of the cell itself.
  float side, middle;
};

/// Colours cells, which have neighbours on all sides, after they were smoothed.
void pixels_colour(
    const struct pixels_chain *chain, const void *own, const void *above, const void *below, ptrdiff_t first,
    ptrdiff_t end, void *row);

#endif
