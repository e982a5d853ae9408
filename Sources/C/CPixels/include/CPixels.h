// Loops over rows of pixels, in vectors of four. In Swift they took three times as long, since its SIMD types of
// bytes are compiled to single bytes and minima to several instructions.
//
// Pixels are words of the bytes B G R A. Colours are four floats each, R G B A. Pointers to rows are the address of
// the place 0, which may lie outside of the memory; only the places that are named are written, and up to four more
// on both sides are read of leaks.
#ifndef CPIXELS_H
#define CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The sources of a row of opaque pixels.
struct pixels_sheet {
  /// Colours at the points of a grid, between which pixels are interpolated; NULL: `ink` covers all pixels.
  const void *points;
  /// Pixels between points: 1, 2 or 4.
  ptrdiff_t step;
  /// Colours that are put over the grid's, one for each pixel; NULL: there are none.
  const void *ink;
  /// 64 values that are added to pixels, for places modulo 64.
  const float *dither;
  /// The leak, which is subtracted; NULL: there is none.
  const uint32_t *leaks;
  /// The range to which values are clamped, 0 ... 255.
  float low, high;
  /// The alpha of the pixels, in the highest byte.
  uint32_t alpha;
};

/// Writes the pixels from `first` up to `end`.
void pixels_draw_sheet(const struct pixels_sheet *sheet, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// Writes colours as premultiplied pixels; where they are opaque, values are `black` ... 255 - `black`.
void pixels_draw_translucent(
    const void *colours, const float *dither, float black, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// The sources of a row of pixels of a measured surface that glass covers in part.
struct pixels_partial {
  /// The painted colours, one for each pixel.
  const void *ink;
  /// 64 values that are added to pixels, for places modulo 64.
  const float *dither;
  /// The leak as it is, or would be, where pixels are covered wholly.
  const uint32_t *leaks;
  /// The estimate's colours, premultiplied, one for four pixels.
  const void *estimate;
  /// The first block that `estimate` has, and the one after its last.
  ptrdiff_t first_block, end_block;
  /// The coverage of pixels by glass; NULL: they are covered wholly.
  const uint8_t *coverage;
  /// The carrier's greys, for places modulo 64.
  const uint8_t *greys;
  float leak, carrier;
};

/// Writes the pixels from `first` up to `end`.
void pixels_draw_partial(const struct pixels_partial *partial, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// Puts a grid's colours over `row`, by `opacity` and `coverage` (NULL: all are covered).
void pixels_blend_glass(
    const void *points, ptrdiff_t step, ptrdiff_t shift, const uint8_t *coverage, float opacity, ptrdiff_t first,
    ptrdiff_t end, void *row);

/// Puts `colours` over `row`, by `opacity` and `coverage` (NULL: all are covered).
void pixels_blend(
    const void *colours, const uint8_t *coverage, float opacity, ptrdiff_t first, ptrdiff_t end, void *row);

/// Puts `colour` over `row` by the shades in cells of `step` pixels, the first of which begins at `left`; `coverage`,
/// unless it is NULL, tells how far pixels are hidden.
void pixels_blend_shade(
    const float *cells, ptrdiff_t count, float left, float step, const float colour[4], const uint8_t *coverage,
    ptrdiff_t first, ptrdiff_t end, void *row);

/// The number of equal steps in the tables of `pixels_light`, which have one value more at the end.
enum { PIXELS_LIGHT_STEPS = 2048 };

/// Tables that convert between encoded values and linear light.
struct pixels_light {
  /// Linear light by encoded values.
  const float *linear;
  /// Encoded values by the square root of linear light.
  const float *encoded;
  /// The shares of red, green and blue in the luminance.
  float weights[3];
};

/// The grey (`extreme`, linear) with which colours are mixed until they have a luminance: at least that luminance if
/// `side` is 1, at most if it is -1, and any if it is 0.
struct pixels_limit {
  float extreme, side;
};

/// A colour matrix: the weights that make red, green and blue, and the summands.
struct pixels_matrix {
  float red[3], green[3], blue[3], bias[3];
};

/// The figures of ink over glass: see `InkFigures`.
struct pixels_ink {
  struct pixels_light light;
  struct pixels_matrix matrix;
  /// The opacity of the ink over the material, and that of all that is painted over the canvas.
  float level, opacity;
  /// The darkest and the lightest value that can be shown, and their luminances.
  float black, white, least, most;
  /// The luminance of the ink: `factor` times that of the surroundings, plus `summand`.
  float factor, summand;
  struct pixels_limit limit;
  /// A fill, vibrant or of a colour that fades, that may lie below; there is none if its level is 0.
  struct pixels_matrix fill;
  float fill_level, fill_luminance;
  struct pixels_limit fill_limit;
};

/// Puts ink over `row` as far as `coverage` says (NULL: all). `points` are the material's colours in a grid, whose
/// fourth value is the luminance of the surroundings; NULL: there is no material.
void pixels_blend_ink(
    const struct pixels_ink *ink, const void *points, ptrdiff_t step, ptrdiff_t shift, const uint8_t *coverage,
    ptrdiff_t first, ptrdiff_t end, void *row);

/// Clamps colours to `black` ... `white`, and mixes them with the limit's grey until they have the luminance
/// `wanted`; their fourth value becomes that luminance, and is written to `luminances` too.
void pixels_fill(
    const struct pixels_light *light, float black, float white, float wanted, const struct pixels_limit *limit,
    ptrdiff_t first, ptrdiff_t end, void *row, float *luminances);

/// Sets the fourth values of the colours of `row` to the greatest (`side` 1) or least (-1) of the luminances around them:
/// those of `count` rows, which have the places from `left` up to `right`, and up to `reach` places before and behind.
/// `columns` is memory for the places from `first` - `reach` up to `end` + `reach` + 3.
void pixels_extremes(
    const float *const *rows, int count, int reach, float side, ptrdiff_t left, ptrdiff_t right, ptrdiff_t first,
    ptrdiff_t end, float *columns, void *row);

/// A row of blocks of 4 x 4 pixels in a capture that shows a surface.
struct pixels_blocks {
  /// The captured and the submitted pixels; NULL for rows that the output or the surface does not have.
  const uint32_t *captured[4];
  const uint32_t *submitted[4];
  /// The known leak.
  uint32_t *known[4];
  /// The coverage of pixels by glass; NULL: they are covered wholly.
  const uint8_t *coverage[4];
  /// The carrier's greys, for places modulo 64, and their means over blocks, for blocks modulo 16.
  const uint8_t *greys[4];
  const float *means;
  float leak, carrier, slack;
  /// Columns of the surface (`left` up to `right`) and of the output (up to `output_right`), and bits for those of
  /// the four rows that they have.
  ptrdiff_t left, right, output_right;
  unsigned inside_rows, output_rows;
};

/// Flags of a block: it is valid, and its leak differs from the known one. `BlockFlags` has the same values.
enum { PIXELS_VALID = 1, PIXELS_NEW = 2 };

/// Un-blends blocks that lie on the surface and are covered wholly: writes flags and mean backgrounds, whose fourth
/// value is 1 where a block is valid.
void pixels_measure_whole(
    const struct pixels_blocks *blocks, ptrdiff_t first, ptrdiff_t end, uint8_t *flags, void *means);

/// Stores the leak through a block that lies on the surface and is covered wholly.
void pixels_keep_whole(const struct pixels_blocks *blocks, ptrdiff_t block);

/// Un-blends one block that may extend beyond the surface, its glass and the output, and returns its flags; `keep`
/// stores its leak instead of comparing it with the known one.
uint8_t pixels_measure_edge(const struct pixels_blocks *blocks, ptrdiff_t block, bool keep, void *mean);

/// The sources of the leak through a row of pixels where glass covers them wholly.
struct pixels_prediction {
  /// The pixels of the background; NULL: `estimate` is used.
  const uint32_t *seen;
  /// The estimate's colours, premultiplied, one for four pixels; its first block, and the one after its last.
  const void *estimate;
  ptrdiff_t first_block, end_block;
  /// The carrier's greys, for places modulo 64.
  const uint8_t *greys;
  float leak, carrier;
};

/// Writes the leak through the pixels from `first` up to `end`.
void pixels_predict(const struct pixels_prediction *prediction, ptrdiff_t first, ptrdiff_t end, uint32_t *leaks);

/// Writes the mean colours, opaque, of blocks in four rows of captured pixels; `red_first`: bytes are R G B A.
///
/// `changed`, the first of some blocks and the one after their last, is widened by the blocks that had another colour.
void pixels_block_means(
    const uint32_t *const rows[4], bool red_first, ptrdiff_t first, ptrdiff_t end, void *means,
    ptrdiff_t changed[2]);

/// Writes the mean opacity of each pixel of `width` × `height`, for which rows of cairo's words have four samples; returns
/// false if some pixel is another colour than white. `stride` is in bytes.
bool pixels_average_white(const void *samples, size_t stride, size_t width, size_t height, uint8_t *opacities);

/// Writes the mean of each pixel's four samples, as bytes R G B A.
void pixels_average_samples(const void *samples, size_t stride, size_t width, size_t height, uint8_t *pixels);

/// Lines of words in memory; the lines are `step` bytes apart, which may be negative.
struct pixels_lines {
  const void *first;
  ptrdiff_t step;
};

/// The bounds of what differs between two pictures: words and lines, each from the first up to the end; `end_line` is 0 if
/// nothing differs.
struct pixels_bounds {
  size_t first_word, end_word, first_line, end_line;
};

/// Compares `lines` lines of `words` words each.
struct pixels_bounds pixels_differences(struct pixels_lines a, struct pixels_lines b, size_t words, size_t lines);

/// Copies pixels of the bytes R G B A into the order B G R A.
void pixels_swap(const uint32_t *source, ptrdiff_t first, ptrdiff_t end, uint32_t *row);

/// The cells that make a point of a finer grid, by the point's place in a cell.
struct pixels_phase {
  /// The weights of four cells.
  float weights[4];
  /// The distance of the first of them from the cell in which the point lies.
  ptrdiff_t first;
};

/// Writes the points from `first` up to `end` of a row whose cells have 2^`shift` points, divided by the coverage.
void pixels_enlarge(
    const void *cells, const struct pixels_phase *phases, int shift, ptrdiff_t first, ptrdiff_t end, void *row);

/// The figures of a material's colours: see `ColourChain`.
struct pixels_chain {
  float luma[3], curve[4], fill[3];
  float amount, saturation, brightness, fill_share;
  /// The weights of each of four neighbours, and of the cell itself.
  float side, middle;
};

/// Applies a material's colours to smoothed cells, which must have neighbours on all sides.
void pixels_colour(
    const struct pixels_chain *chain, const void *own, const void *above, const void *below, ptrdiff_t first,
    ptrdiff_t end, void *row);

#endif
