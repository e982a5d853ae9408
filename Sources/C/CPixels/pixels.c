#include "CPixels.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef float f4 __attribute__((vector_size(16)));
typedef float f2 __attribute__((vector_size(8)));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef uint32_t u4 __attribute__((vector_size(16)));
typedef uint8_t b16 __attribute__((vector_size(16)));
typedef uint8_t b4 __attribute__((vector_size(4)));
typedef uint16_t h8 __attribute__((vector_size(16)));
typedef uint64_t l2 __attribute__((vector_size(16)));

/// The four channels of four cells or pixels.
struct planes {
  f4 r, g, b, a;
};

/// 1.5 * 2^23: adding it to a float leaves the float's integer in the lowest bits.
#define ANCHOR 12582912.0f
#define LANES(v, i) __builtin_shufflevector(v, v, i, i, i, i)

static inline f4 splat(float value) { return (f4){value, value, value, value}; }

static inline f4 smaller(f4 a, f4 b) {
#ifdef __SSE2__
  return (f4)_mm_min_ps((__m128)a, (__m128)b);
#else
  return __builtin_elementwise_min(a, b);
#endif
}

static inline f4 greater(f4 a, f4 b) {
#ifdef __SSE2__
  return (f4)_mm_max_ps((__m128)a, (__m128)b);
#else
  return __builtin_elementwise_max(a, b);
#endif
}

static inline f4 clamped(f4 value) { return smaller(greater(value, splat(0)), splat(1)); }

static inline f4 chosen(i4 mask, f4 yes, f4 no) { return (f4)((mask & (i4)yes) | (~mask & (i4)no)); }

/// Whether a comparison holds in one of the lanes.
static inline bool any(i4 mask) {
#ifdef __SSE2__
  return _mm_movemask_ps((__m128)mask) != 0;
#else
  l2 halves = (l2)mask;
  return (halves[0] | halves[1]) != 0;
#endif
}

/// Rounds down values that are not negative and below 2^22; less than 1e-6 below an integer they are rounded up.
static inline f4 floored(f4 value) { return (value - 0.499999f + ANCHOR) - ANCHOR; }

static inline f4 rounded(f4 value) { return (value + ANCHOR) - ANCHOR; }

/// Rounds values that are not negative to the nearest integer, and ties up.
static inline f4 nearest(f4 value) {
  return __builtin_convertvector(__builtin_convertvector(value + 0.5f, i4), f4);
}

static inline f4 colour_at(const void *row, ptrdiff_t place) {
  f4 value;
  memcpy(&value, (const char *)row + place * 16, 16);
  return value;
}

static inline f4 floats_at(const float *row, ptrdiff_t place) {
  f4 value;
  memcpy(&value, row + place, 16);
  return value;
}

static inline void set_colour(void *row, ptrdiff_t place, f4 value) { memcpy((char *)row + place * 16, &value, 16); }

static inline u4 words_at(const uint32_t *row, ptrdiff_t place) {
  u4 value;
  memcpy(&value, row + place, 16);
  return value;
}

static inline f4 bytes_at(const uint8_t *bytes) {
  b4 value;
  memcpy(&value, bytes, 4);
  return __builtin_convertvector(__builtin_convertvector(value, i4), f4);
}

static inline struct planes planes_of(f4 a, f4 b, f4 c, f4 d) {
  f4 low = __builtin_shufflevector(a, b, 0, 4, 1, 5), high = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  f4 low2 = __builtin_shufflevector(a, b, 2, 6, 3, 7), high2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  return (struct planes){
      __builtin_shufflevector(low, high, 0, 1, 4, 5), __builtin_shufflevector(low, high, 2, 3, 6, 7),
      __builtin_shufflevector(low2, high2, 0, 1, 4, 5), __builtin_shufflevector(low2, high2, 2, 3, 6, 7)};
}

/// Four neighbouring colours by channels.
static inline struct planes planes_at(const void *row, ptrdiff_t place) {
  return planes_of(
      colour_at(row, place), colour_at(row, place + 1), colour_at(row, place + 2), colour_at(row, place + 3));
}

static inline void set_planes(void *row, ptrdiff_t place, struct planes p) {
  struct planes back = planes_of(p.r, p.g, p.b, p.a);
  set_colour(row, place, back.r);
  set_colour(row, place + 1, back.g);
  set_colour(row, place + 2, back.b);
  set_colour(row, place + 3, back.a);
}

static inline struct planes planes_of_words(u4 words) {
  return (struct planes){
      __builtin_convertvector((i4)(words >> 16 & 255), f4), __builtin_convertvector((i4)(words >> 8 & 255), f4),
      __builtin_convertvector((i4)(words & 255), f4), __builtin_convertvector((i4)(words >> 24), f4)};
}

/// The words of values that are 0 ... 255, rounded to the nearest integers.
static inline u4 words_of(f4 r, f4 g, f4 b) {
  u4 red = (u4)(r + ANCHOR) & 255, green = (u4)(g + ANCHOR) & 255, blue = (u4)(b + ANCHOR) & 255;
  return red << 16 | green << 8 | blue;
}

/// The colours of a grid at four pixels from `x` on, which must be a multiple of 4.
static inline __attribute__((always_inline)) struct planes sampled(const void *points, ptrdiff_t step, ptrdiff_t x) {
  if (step == 4) {
    f4 a = colour_at(points, (x >> 2) - 1), b = colour_at(points, x >> 2), c = colour_at(points, (x >> 2) + 1);
    f4 u = {0.375f, 0.125f, 0, 0}, v = {0.625f, 0.875f, 0.875f, 0.625f}, w = {0, 0, 0.125f, 0.375f};
    return (struct planes){
        LANES(a, 0) * u + LANES(b, 0) * v + LANES(c, 0) * w, LANES(a, 1) * u + LANES(b, 1) * v + LANES(c, 1) * w,
        LANES(a, 2) * u + LANES(b, 2) * v + LANES(c, 2) * w, LANES(a, 3) * u + LANES(b, 3) * v + LANES(c, 3) * w};
  }
  if (step == 2) {
    ptrdiff_t first = x >> 1;
    f4 a = colour_at(points, first - 1), b = colour_at(points, first), c = colour_at(points, first + 1);
    f4 d = colour_at(points, first + 2);
    return planes_of(
        a * 0.25f + b * 0.75f, b * 0.75f + c * 0.25f, b * 0.25f + c * 0.75f, c * 0.75f + d * 0.25f);
  }
  return planes_at(points, x);
}

// MARK: Final passes

static inline __attribute__((always_inline)) u4 sheet_words(
    const struct pixels_sheet *sheet, ptrdiff_t step, const void *ink, ptrdiff_t x, ptrdiff_t leaks_at) {
  struct planes p;
  if (sheet->points) {
    p = sampled(sheet->points, step, x);
    if (ink) {
      struct planes over = planes_at(ink, 0);
      f4 rest = 1 - over.a;
      p.r = over.r + p.r * rest;
      p.g = over.g + p.g * rest;
      p.b = over.b + p.b * rest;
    }
  } else {
    p = planes_at(ink, 0);
  }
  f4 dither, low = splat(sheet->low), high = splat(sheet->high);
  memcpy(&dither, sheet->dither + (x & 63), 16);
  u4 words = words_of(
      smaller(greater(p.r * 255 + dither, low), high), smaller(greater(p.g * 255 + dither, low), high),
      smaller(greater(p.b * 255 + dither, low), high));
  if (sheet->leaks) words = (u4)((b16)words - (b16)words_at(sheet->leaks, leaks_at));
  return words | sheet->alpha;
}

static inline __attribute__((always_inline)) void draw_sheet(
    const struct pixels_sheet *sheet, ptrdiff_t step, bool inked, ptrdiff_t first, ptrdiff_t end, uint32_t *row) {
  for (ptrdiff_t x = first & ~3; x < end; x += 4) {
    if (x >= first && x + 4 <= end) {
      u4 words = sheet_words(sheet, step, inked ? (const char *)sheet->ink + x * 16 : NULL, x, x);
      memcpy(row + x, &words, 16);
      continue;
    }
    f4 ink[4] = {0};
    for (int i = 0; i < 4; i++)
      if (inked && x + i >= first && x + i < end) ink[i] = colour_at(sheet->ink, x + i);
    u4 words = sheet_words(sheet, step, inked ? ink : NULL, x, x);
    for (int i = 0; i < 4; i++)
      if (x + i >= first && x + i < end) row[x + i] = words[i];
  }
}

void pixels_draw_sheet(const struct pixels_sheet *sheet, ptrdiff_t first, ptrdiff_t end, uint32_t *row) {
  if (sheet->ink) {
    draw_sheet(sheet, sheet->step, true, first, end, row);
  } else if (sheet->step == 4) {
    draw_sheet(sheet, 4, false, first, end, row);
  } else {
    draw_sheet(sheet, sheet->step, false, first, end, row);
  }
}

static inline u4 translucent_words(struct planes p, f4 dither, float black) {
  f4 alpha = clamped(p.a), most = floored(alpha * 255 + 0.5f), dark = floored(alpha * black + 0.5f);
  f4 light = most - dark;
  u4 words = words_of(
      smaller(greater(clamped(p.r) * 255 + dither, dark), light),
      smaller(greater(clamped(p.g) * 255 + dither, dark), light),
      smaller(greater(clamped(p.b) * 255 + dither, dark), light));
  return words | ((u4)(most + ANCHOR) & 255) << 24;
}

void pixels_draw_translucent(
    const void *colours, const float *dither, float black, ptrdiff_t first, ptrdiff_t end, uint32_t *row) {
  ptrdiff_t x = first;
  // Single pixels are drawn up to a place from which four dither values lie side by side.
  for (; x < end && x & 3; x++) {
    f4 one = colour_at(colours, x);
    row[x] = translucent_words(planes_of(one, one, one, one), splat(dither[x & 63]), black)[0];
  }
  for (; x + 4 <= end; x += 4) {
    f4 a = colour_at(colours, x), b = colour_at(colours, x + 1);
    f4 c = colour_at(colours, x + 2), d = colour_at(colours, x + 3);
    l2 any = (l2)a | (l2)b | (l2)c | (l2)d;
    u4 words = {0, 0, 0, 0};
    if (any[0] | any[1]) {
      f4 thresholds;
      memcpy(&thresholds, dither + (x & 63), 16);
      words = translucent_words(planes_of(a, b, c, d), thresholds, black);
    }
    memcpy(row + x, &words, 16);
  }
  for (; x < end; x++) {
    f4 one = colour_at(colours, x);
    row[x] = translucent_words(planes_of(one, one, one, one), splat(dither[x & 63]), black)[0];
  }
}

/// The words of four pixels from `x` on.
static inline u4 partial_words(
    const struct pixels_partial *p, ptrdiff_t x, struct planes over, f4 covered, u4 leaks, f4 dither, f4 greys) {
  f4 open = splat(p->leak), alpha = clamped(over.a), most = floored(alpha * (255 - open) + 0.5f);
  f4 block = {0, 0, 0, 0};
  ptrdiff_t at = x >> 2;
  if (at >= p->first_block && at < p->end_block) block = colour_at(p->estimate, at);
  block = clamped(block / greater(LANES(block, 3), splat(1e-4f))) * 255;
  f4 grey = floored(greys * covered + 0.5f), through = 1 - floored(p->carrier * covered + 0.5f) / 255;
  f4 rest = 1 - most / 255, wanted = (1 - over.a) - rest * through, shift = dither - rest * grey;
  // The share of the background that is taken from the pixel's own leak.
  f4 own = clamped(2 - rest * 255 / open), zero = splat(0);
  struct planes known = planes_of_words(leaks);
  f4 carrier_share = own * greys / (1 - p->carrier / 255), per_step = own * 255 / open / (1 - p->carrier / 255);
  f4 br = LANES(block, 0) * (1 - own) + known.r * per_step - carrier_share;
  f4 bg = LANES(block, 1) * (1 - own) + known.g * per_step - carrier_share;
  f4 bb = LANES(block, 2) * (1 - own) + known.b * per_step - carrier_share;
  f4 r = smaller(greater(over.r * 255 + br * wanted + shift, zero), most);
  f4 g = smaller(greater(over.g * 255 + bg * wanted + shift, zero), most);
  f4 b = smaller(greater(over.b * 255 + bb * wanted + shift, zero), most);
  i4 whole = (covered > 254.5f / 255) & (over.a >= 0.998f);
  f4 top = 255 - open;
  f4 wr = rounded(smaller(greater(over.r * 255 + dither, open), top)) - known.r;
  f4 wg = rounded(smaller(greater(over.g * 255 + dither, open), top)) - known.g;
  f4 wb = rounded(smaller(greater(over.b * 255 + dither, open), top)) - known.b;
  u4 words = words_of(chosen(whole, wr, r), chosen(whole, wg, g), chosen(whole, wb, b));
  words |= ((u4)(most + ANCHOR) & 255) << 24;
  return words & ~(u4)(most == 0);
}

void pixels_draw_partial(const struct pixels_partial *p, ptrdiff_t first, ptrdiff_t end, uint32_t *row) {
  for (ptrdiff_t x = first & ~3; x < end; x += 4) {
    if (x >= first && x + 4 <= end) {
      struct planes ink = planes_at(p->ink, x);
      u4 words = {0, 0, 0, 0};
      if (any(ink.a > 0))
        words = partial_words(
            p, x, ink, p->coverage ? bytes_at(p->coverage + x) / 255 : splat(1), words_at(p->leaks, x),
            floats_at(p->dither, x & 63), bytes_at(p->greys + (x & 63)));
      memcpy(row + x, &words, 16);
      continue;
    }
    f4 ink[4] = {0};
    float covered[4] = {1, 1, 1, 1};
    uint32_t leaks[4] = {0};
    bool is_inked = false;
    for (int i = 0; i < 4; i++) {
      if (x + i < first || x + i >= end) continue;
      ink[i] = colour_at(p->ink, x + i);
      is_inked |= ink[i][3] > 0;
      if (p->coverage) covered[i] = p->coverage[x + i] / 255.0f;
      leaks[i] = p->leaks[x + i];
    }
    u4 words = {0, 0, 0, 0};
    if (is_inked) {
      f4 cover, dither;
      memcpy(&cover, covered, 16);
      memcpy(&dither, p->dither + (x & 63), 16);
      words = partial_words(
          p, x, planes_of(ink[0], ink[1], ink[2], ink[3]), cover, words_at(leaks, 0), dither,
          bytes_at(p->greys + (x & 63)));
    }
    for (int i = 0; i < 4; i++)
      if (x + i >= first && x + i < end) row[x + i] = words[i];
  }
}

// MARK: Painting

static inline __attribute__((always_inline)) f4 sampled_one(const void *points, ptrdiff_t step, ptrdiff_t x) {
  if (step == 1) return colour_at(points, x);
  ptrdiff_t twice = 2 * x + 1 - step, cell = step == 4 ? twice >> 3 : twice >> 2;
  float share = (float)(twice & (2 * step - 1)) / (float)(2 * step);
  return colour_at(points, cell) * (1 - share) + colour_at(points, cell + 1) * share;
}

void pixels_blend_glass(
    const void *points, ptrdiff_t step, ptrdiff_t shift, const uint8_t *coverage, float opacity, ptrdiff_t first,
    ptrdiff_t end, void *row) {
  for (ptrdiff_t x = first; x < end;) {
    if (x + 4 <= end && ((x + shift) & 3) == 0) {
      f4 k = splat(opacity);
      if (coverage) k *= bytes_at(coverage + x) / 255;
      if (any(k > 0)) {
        struct planes p = sampled(points, step, x + shift);
        p.a = splat(1);
        if (any(k < 1)) {
          struct planes below = planes_at(row, x);
          p = (struct planes){
              p.r * k + below.r * (1 - k), p.g * k + below.g * (1 - k), p.b * k + below.b * (1 - k),
              k + below.a * (1 - k)};
        }
        set_planes(row, x, p);
      }
      x += 4;
      continue;
    }
    float k = opacity * (coverage ? coverage[x] / 255.0f : 1.0f);
    f4 over = sampled_one(points, step, x + shift) * k;
    over[3] = k;
    set_colour(row, x, over + colour_at(row, x) * (1 - k));
    x += 1;
  }
}

void pixels_blend(
    const void *colours, const uint8_t *coverage, float opacity, ptrdiff_t first, ptrdiff_t end, void *row) {
  for (ptrdiff_t x = first; x < end; x++) {
    f4 over = colour_at(colours, x) * (opacity * (coverage ? coverage[x] / 255.0f : 1.0f));
    set_colour(row, x, over + colour_at(row, x) * (1 - LANES(over, 3)));
  }
}

void pixels_blend_shade(
    const float *cells, ptrdiff_t count, float left, float step, const float colour[4], const uint8_t *coverage,
    ptrdiff_t first, ptrdiff_t end, void *row) {
  f4 ink;
  memcpy(&ink, colour, 16);
  float most = (float)(count - 1);
  for (ptrdiff_t x = first; x < end; x++) {
    float place = ((float)x + 0.5f - left) / step - 0.5f;
    place = place < 0 ? 0 : place > most ? most : place;
    ptrdiff_t low = (ptrdiff_t)(int32_t)place, high = low + 1 < count ? low + 1 : count - 1;
    float share = place - (float)low;
    float shade = cells[low] * (1 - share) + cells[high] * share;
    if (coverage) shade *= 1 - coverage[x] / 255.0f;
    f4 over = ink * shade;
    set_colour(row, x, over + colour_at(row, x) * (1 - LANES(over, 3)));
  }
}

// MARK: Ink

/// Two neighbouring values of a table.
static inline f2 pair_at(const float *table, uint32_t place) {
  f2 pair;
  memcpy(&pair, table + place, 8);
  return pair;
}

/// Values, 0 ... 1, of a table of equal steps, linearly interpolated.
static inline f4 looked_up(const float *table, f4 value) {
  f4 place = value * PIXELS_LIGHT_STEPS;
  i4 low = __builtin_convertvector(place, i4);
  f2 a = pair_at(table, (uint32_t)low[0]), b = pair_at(table, (uint32_t)low[1]);
  f2 c = pair_at(table, (uint32_t)low[2]), d = pair_at(table, (uint32_t)low[3]);
  f4 first = __builtin_shufflevector(a, b, 0, 1, 2, 3), second = __builtin_shufflevector(c, d, 0, 1, 2, 3);
  f4 below = __builtin_shufflevector(first, second, 0, 2, 4, 6);
  f4 above = __builtin_shufflevector(first, second, 1, 3, 5, 7);
  return below + (above - below) * (place - __builtin_convertvector(low, f4));
}

static inline f4 square_root(f4 value) {
#ifdef __SSE2__
  return (f4)_mm_sqrt_ps((__m128)value);
#else
  return __builtin_elementwise_sqrt(value);
#endif
}

static inline f4 absolute(f4 value) { return (f4)((i4)value & 0x7FFFFFFF); }

/// The linear light of encoded colours within 0 ... 1; the fourth channel becomes the luminance.
static inline struct planes light_of(const struct pixels_light *light, struct planes p) {
  p.r = looked_up(light->linear, p.r);
  p.g = looked_up(light->linear, p.g);
  p.b = looked_up(light->linear, p.b);
  p.a = p.r * light->weights[0] + p.g * light->weights[1] + p.b * light->weights[2];
  return p;
}

/// Mixes light with the limit's grey as far as is needed for the luminance `wanted`.
static inline struct planes moved(struct planes light, f4 wanted, const struct pixels_limit *limit) {
  f4 way = greater(absolute(limit->extreme - light.a), splat(1e-6f));
  f4 share = clamped(limit->side * (wanted - light.a) / way), rest = 1 - share, end = share * limit->extreme;
  return (struct planes){light.r * rest + end, light.g * rest + end, light.b * rest + end, light.a * rest + end};
}

static inline struct planes encoded(const struct pixels_light *light, struct planes p) {
  p.r = looked_up(light->encoded, square_root(clamped(p.r)));
  p.g = looked_up(light->encoded, square_root(clamped(p.g)));
  p.b = looked_up(light->encoded, square_root(clamped(p.b)));
  return p;
}

static inline f4 through(struct planes p, const float weights[3], float bias) {
  return clamped(p.r * weights[0] + p.g * weights[1] + p.b * weights[2] + bias);
}

/// The material with ink of the opacity `level` over it, clamped to black and white.
static inline struct planes mixed(
    const struct pixels_ink *ink, struct planes below, const struct pixels_matrix *matrix, float level) {
  f4 black = splat(ink->black), white = splat(ink->white);
  float rest = 1 - level;
  struct planes p = {
      below.r * rest + through(below, matrix->red, matrix->bias[0]) * level,
      below.g * rest + through(below, matrix->green, matrix->bias[1]) * level,
      below.b * rest + through(below, matrix->blue, matrix->bias[2]) * level, splat(0)};
  p.r = smaller(greater(p.r, black), white);
  p.g = smaller(greater(p.g, black), white);
  p.b = smaller(greater(p.b, black), white);
  return p;
}

/// The luminance of the surroundings. They may contain a fill beside the material, vibrant or of a colour that fades,
/// which changes from pixel to pixel no more than the material does.
static inline f4 luminance_around(const struct pixels_ink *ink, struct planes below) {
  if (ink->fill_level == 0) return below.a;
  struct planes filled = light_of(&ink->light, mixed(ink, below, &ink->fill, ink->fill_level));
  f4 other = moved(filled, splat(ink->fill_luminance), &ink->fill_limit).a;
  struct planes own = {clamped(below.r), clamped(below.g), clamped(below.b), splat(0)};
  f4 material = greater(light_of(&ink->light, own).a, splat(1e-4f));
  float side = ink->limit.side;
  return side * greater(side * below.a, side * other * below.a / material);
}

/// The colours that ink paints over the material at `coverage`: the difference to the material, so that the ink lets
/// other content below it show through as much.
static inline struct planes inked(const struct pixels_ink *ink, struct planes below, f4 coverage) {
  struct planes shown = mixed(ink, below, &ink->matrix, ink->level);
  if (ink->limit.side != 0) {
    f4 wanted = ink->factor * luminance_around(ink, below) + ink->summand;
    wanted = smaller(greater(wanted, splat(ink->least)), splat(ink->most));
    shown = encoded(&ink->light, moved(light_of(&ink->light, shown), wanted, &ink->limit));
  }
  float rest = 1 - ink->level;
  coverage *= ink->opacity;
  return (struct planes){
      (shown.r - below.r * rest) * coverage, (shown.g - below.g * rest) * coverage,
      (shown.b - below.b * rest) * coverage, ink->level * coverage};
}

static inline __attribute__((always_inline)) void blend_ink(
    const struct pixels_ink *ink, const void *points, ptrdiff_t step, ptrdiff_t shift, const uint8_t *coverage,
    ptrdiff_t first, ptrdiff_t end, void *row) {
  for (ptrdiff_t x = first - ((first + shift) & 3); x < end; x += 4) {
    bool whole = x >= first && x + 4 <= end;
    uint8_t covered[4] = {0};
    uint32_t any = 0;
    for (int i = 0; i < 4; i++)
      if (whole || (x + i >= first && x + i < end)) covered[i] = coverage ? coverage[x + i] : 255;
    memcpy(&any, covered, 4);
    if (any == 0) continue;
    struct planes below = {splat(0), splat(0), splat(0), splat(0)};
    if (points && whole) {
      below = sampled(points, step, x + shift);
    } else if (points) {
      f4 one[4] = {0};
      for (int i = 0; i < 4; i++)
        if (x + i >= first && x + i < end) one[i] = sampled_one(points, step, x + i + shift);
      below = planes_of(one[0], one[1], one[2], one[3]);
    }
    struct planes over = inked(ink, below, bytes_at(covered) / 255);
    struct planes back = planes_of(over.r, over.g, over.b, over.a);
    const f4 colours[4] = {back.r, back.g, back.b, back.a};
    for (int i = 0; i < 4; i++)
      if (covered[i]) set_colour(row, x + i, colours[i] + colour_at(row, x + i) * (1 - LANES(colours[i], 3)));
  }
}

void pixels_blend_ink(
    const struct pixels_ink *ink, const void *points, ptrdiff_t step, ptrdiff_t shift, const uint8_t *coverage,
    ptrdiff_t first, ptrdiff_t end, void *row) {
  if (step == 4) {
    blend_ink(ink, points, 4, shift, coverage, first, end, row);
  } else if (step == 2) {
    blend_ink(ink, points, 2, shift, coverage, first, end, row);
  } else {
    blend_ink(ink, points, 1, shift, coverage, first, end, row);
  }
}

/// The colours that are clamped and have the luminance `wanted`, which their fourth values tell.
static inline __attribute__((always_inline)) struct planes filled(
    const struct pixels_light *light, float black, float white, float wanted, const struct pixels_limit *limit,
    struct planes p) {
  p.r = smaller(greater(p.r, splat(black)), splat(white));
  p.g = smaller(greater(p.g, splat(black)), splat(white));
  p.b = smaller(greater(p.b, splat(black)), splat(white));
  struct planes bright = light_of(light, p);
  f4 lacking = limit->side * (wanted - bright.a);
  if (lacking[0] > 0 || lacking[1] > 0 || lacking[2] > 0 || lacking[3] > 0) {
    return encoded(light, moved(bright, splat(wanted), limit));
  }
  // All have the luminance that is wanted, so their colours stay.
  p.a = bright.a;
  return p;
}

void pixels_fill(
    const struct pixels_light *light, float black, float white, float wanted, const struct pixels_limit *limit,
    ptrdiff_t first, ptrdiff_t end, void *row, float *luminances) {
  ptrdiff_t x = first;
  for (; x + 4 <= end; x += 4) {
    struct planes p = filled(light, black, white, wanted, limit, planes_at(row, x));
    set_planes(row, x, p);
    memcpy(luminances + x, &p.a, 16);
  }
  for (; x < end; x++) {
    f4 one = colour_at(row, x);
    struct planes p = filled(light, black, white, wanted, limit, planes_of(one, one, one, one));
    set_colour(row, x, (f4){p.r[0], p.g[0], p.b[0], p.a[0]});
    luminances[x] = p.a[0];
  }
}

void pixels_extremes(
    const float *const *rows, int count, int reach, float side, ptrdiff_t left, ptrdiff_t right, ptrdiff_t first,
    ptrdiff_t end, float *columns, void *row) {
  ptrdiff_t from = first - reach < left ? left : first - reach, to = end + reach > right ? right : end + reach;
  // Luminances are 0 ... 1, so this is beyond all of them.
  for (ptrdiff_t x = first - reach; x < from; x++) columns[x] = -2;
  for (ptrdiff_t x = to; x < end + reach; x++) columns[x] = -2;
  ptrdiff_t x = from;
  for (; x + 4 <= to; x += 4) {
    f4 most = floats_at(rows[0], x) * side;
    for (int near = 1; near < count; near++) most = greater(most, floats_at(rows[near], x) * side);
    memcpy(columns + x, &most, 16);
  }
  for (; x < to; x++) {
    columns[x] = rows[0][x] * side;
    for (int near = 1; near < count; near++)
      if (rows[near][x] * side > columns[x]) columns[x] = rows[near][x] * side;
  }
  for (x = first; x < end; x += 4) {
    f4 most = floats_at(columns, x - reach);
    for (int near = 1 - reach; near <= reach; near++) most = greater(most, floats_at(columns, x + near));
    most *= side;
    for (int i = 0; i < 4 && x + i < end; i++) ((float *)row)[(x + i) * 4 + 3] = most[i];
  }
}

/// The mean colour, opaque, of 16 pixels by the sums of rows: blue and red in turns, and green and the fourth byte. `red` is
/// the first bit of red in a word.
static inline f4 mean_of_sums(h8 even, h8 odd, int red) {
  u4 e = (u4)even, o = (u4)odd;
  e += __builtin_shufflevector(e, e, 2, 3, 0, 1);
  o += __builtin_shufflevector(o, o, 2, 3, 0, 1);
  uint32_t blue_red = e[0] + e[1], green = o[0] + o[1];
  i4 pixel = {
      (int32_t)(blue_red >> red & 0xFFFF), (int32_t)(green & 0xFFFF), (int32_t)(blue_red >> (16 - red) & 0xFFFF),
      16 * 255};
  return __builtin_convertvector(pixel, f4) / (16 * 255);
}

// MARK: Un-blending

/// The leak through four rows of four pixels; bytes of pixels that are darker than ours wrap around to large values.
struct leaks {
  u4 rows[4];
};

static inline struct leaks leaks_of(const struct pixels_blocks *b, ptrdiff_t x) {
  struct leaks leaks;
  for (int i = 0; i < 4; i++)
    leaks.rows[i] = (u4)((b16)words_at(b->captured[i], x) - (b16)words_at(b->submitted[i], x)) & 0xFFFFFF;
  return leaks;
}

void pixels_measure_whole(
    const struct pixels_blocks *b, ptrdiff_t first, ptrdiff_t end, uint8_t *flags, void *means) {
  uint8_t most = (uint8_t)(127 - b->leak);
  float scale = 255.0f / (16 * 255 * b->leak), through = 255.0f / (255 - b->carrier);
  for (ptrdiff_t block = first; block < end; block++) {
    ptrdiff_t x = block * 4;
    struct leaks leaks = leaks_of(b, x);
    b16 sum = {0}, over = {0};
    u4 different = {0};
    for (int i = 0; i < 4; i++) {
      b16 c = (b16)leaks.rows[i];
      // The sum sets the highest bit where a byte is above the leak.
      over |= c | (c + most);
      sum += c;
      different |= leaks.rows[i] ^ words_at(b->known[i], x);
    }
    l2 beyond = (l2)over & 0x8080808080808080u;
    l2 changed = (l2)different;
    bool valid = (beyond[0] | beyond[1]) == 0;
    // In a valid block no sum of 16 leaks is above 240.
    u4 four = (u4)sum;
    b16 pixel = (b16)(u4){four[0], four[2], 0, 0} + (b16)(u4){four[1], four[3], 0, 0};
    uint32_t halves[2];
    memcpy(halves, &pixel, 8);
    b16 total = (b16)(u4){halves[0], 0, 0, 0} + (b16)(u4){halves[1], 0, 0, 0};
    f4 colour = {(float)total[2], (float)total[1], (float)total[0], 0};
    f4 mean = (colour * scale - b->means[block & 15]) * through;
    mean[3] = valid ? 1 : 0;
    set_colour(means, block, mean);
    flags[block] = (uint8_t)((valid ? PIXELS_VALID : 0) | ((changed[0] | changed[1]) ? PIXELS_NEW : 0));
  }
}

void pixels_keep_whole(const struct pixels_blocks *b, ptrdiff_t block) {
  struct leaks leaks = leaks_of(b, block * 4);
  for (int i = 0; i < 4; i++) memcpy(b->known[i] + block * 4, &leaks.rows[i], 16);
}

/// Four pixels of a row of a block that is not wholly glass.
struct edge {
  uint32_t captured[4], submitted[4], known[4];
  uint8_t coverage[4];
};

/// Whether all pixels of a block belong to the surface and to the output.
static inline bool is_inner(const struct pixels_blocks *b, ptrdiff_t x) {
  return (b->inside_rows & b->output_rows & 15) == 15 && x >= b->left && x + 4 <= b->right && x >= 0 &&
         x + 4 <= b->output_right;
}

/// Reads the row `i` of a block; `inside` and `seen` become -1 for pixels of the surface and of the output.
static inline struct edge edge_of(
    const struct pixels_blocks *b, ptrdiff_t x, int i, bool inner, i4 *inside, i4 *seen) {
  struct edge e = {.coverage = {255, 255, 255, 255}};
  if (inner) {
    *inside = *seen = (i4){-1, -1, -1, -1};
    memcpy(e.captured, b->captured[i] + x, 16);
    memcpy(e.submitted, b->submitted[i] + x, 16);
    memcpy(e.known, b->known[i] + x, 16);
    if (b->coverage[i]) memcpy(e.coverage, b->coverage[i] + x, 4);
    return e;
  }
  for (int j = 0; j < 4; j++) {
    if (b->inside_rows >> i & 1 && x + j >= b->left && x + j < b->right) {
      (*inside)[j] = -1;
      e.submitted[j] = b->submitted[i][x + j];
      e.known[j] = b->known[i][x + j];
      if (b->coverage[i]) e.coverage[j] = b->coverage[i][x + j];
    }
    if (b->output_rows >> i & 1 && x + j >= 0 && x + j < b->output_right) {
      (*seen)[j] = -1;
      e.captured[j] = b->captured[i][x + j];
    }
  }
  return e;
}

/// `pixels_measure_edge`, for blocks that are inner ones or not.
static inline __attribute__((always_inline)) uint8_t measure_edge(
    const struct pixels_blocks *b, ptrdiff_t block, bool keep, bool inner, void *mean) {
  ptrdiff_t x = block * 4;
  f4 zero = splat(0), low = splat(255), high = splat(-255), count = zero;
  struct planes sum = {zero, zero, zero, zero};
  i4 different = {0};
  for (int i = 0; i < 4; i++) {
    i4 inside = {0}, seen = {0};
    struct edge e = edge_of(b, x, i, inner, &inside, &seen);
    i4 both = inside & seen;
    struct planes captured = planes_of_words(words_at(e.captured, 0));
    struct planes ours = planes_of_words(words_at(e.submitted, 0));
    f4 most = splat(b->leak), open = 255 - ours.a, k = bytes_at(e.coverage) / 255;
    f4 grey = bytes_at(b->greys[i] + (x & 63)), d = nearest(grey * k);
    f4 through = 1 - nearest(b->carrier * k) / 255, room = greater(open, most);
    i4 whole = (k > 0.998f) & (open < most + 0.5f);
    f4 planes[3];
    const f4 seen_planes[3] = {captured.r, captured.g, captured.b}, our_planes[3] = {ours.r, ours.g, ours.b};
    f4 *sums[3] = {&sum.r, &sum.g, &sum.b};
    for (int channel = 0; channel < 3; channel++) {
      f4 c = seen_planes[channel] - our_planes[channel];
      low = smaller(low, chosen(both, c, zero));
      high = greater(high, chosen(both, c - open + most, zero));
      f4 behind = (c / room - d / 255) / through;
      *sums[channel] += chosen(seen, chosen(inside, behind, seen_planes[channel] / 255), zero);
      f4 under = nearest(clamped(behind) * (255 - b->carrier)) + grey;
      f4 would = nearest(under * (most / 255));
      planes[channel] = chosen(whole, smaller(greater(c, zero), most), would);
    }
    count += chosen(seen, splat(1), zero);
    u4 leaked = words_of(planes[0], planes[1], planes[2]) & (u4)both;
    if (!keep) {
      different |= (i4)(words_at(e.known, 0) ^ leaked) & inside;
    } else if (inner) {
      memcpy(b->known[i] + x, &leaked, 16);
    } else {
      for (int j = 0; j < 4; j++)
        if (inside[j]) b->known[i][x + j] = leaked[j];
    }
  }
  bool is_new = (different[0] | different[1] | different[2] | different[3]) != 0;
  float n = count[0] + count[1] + count[2] + count[3];
  if (n < 1) n = 1;
  f4 result = {
      (sum.r[0] + sum.r[1] + sum.r[2] + sum.r[3]) / n, (sum.g[0] + sum.g[1] + sum.g[2] + sum.g[3]) / n,
      (sum.b[0] + sum.b[1] + sum.b[2] + sum.b[3]) / n, 0};
  bool valid = true;
  for (int j = 0; j < 4; j++) valid &= low[j] > -b->slack && high[j] < b->leak + b->slack;
  result[3] = valid ? 1 : 0;
  if (mean) set_colour(mean, 0, result);
  return (uint8_t)((valid ? PIXELS_VALID : 0) | (is_new ? PIXELS_NEW : 0));
}

/// Whether nothing of the surface is to be seen in an inner block.
static inline bool is_bare(const struct pixels_blocks *b, ptrdiff_t x) {
  u4 shown = {0};
  for (int i = 0; i < 4; i++) {
    uint32_t covered;
    if (!b->coverage[i]) return false;
    memcpy(&covered, b->coverage[i] + x, 4);
    if (covered) return false;
    shown |= words_at(b->submitted[i], x);
  }
  return (shown[0] | shown[1] | shown[2] | shown[3]) == 0;
}

/// Whole values of products of two bytes divided by 255, rounded to the nearest.
static inline h8 divided_by_255(h8 product) {
  h8 value = product + 127;
  return (value + 1 + (value >> 8)) >> 8;
}

/// Measures an inner block that is bare, where the capture is the background, with the results of `measure_edge`.
static uint8_t measure_bare(const struct pixels_blocks *b, ptrdiff_t block, bool keep, void *mean) {
  ptrdiff_t x = block * 4;
  uint16_t through = (uint16_t)(255 - b->carrier), most = (uint16_t)b->leak;
  // `even` gets blue and red, `odd` green and the fourth byte.
  h8 even = {0}, odd = {0};
  u4 different = {0};
  for (int i = 0; i < 4; i++) {
    h8 four = (h8)words_at(b->captured[i], x), low = four & 255, high = four >> 8;
    uint32_t thresholds;
    memcpy(&thresholds, b->greys[i] + (x & 63), 4);
    b16 bytes = (b16)(u4){thresholds, 0, 0, 0}, none = {0};
    h8 grey = (h8)__builtin_shufflevector(bytes, none, 0, 16, 0, 16, 1, 16, 1, 16, 2, 16, 2, 16, 3, 16, 3, 16);
    even += low;
    odd += high;
    low = divided_by_255((divided_by_255(low * through) + grey) * most);
    high = divided_by_255((divided_by_255(high * through) + grey) * most);
    u4 leaked = (u4)(low | high << 8) & 0xFFFFFF;
    different |= leaked ^ words_at(b->known[i], x);
    if (keep) memcpy(b->known[i] + x, &leaked, 16);
  }
  if (mean) set_colour(mean, 0, mean_of_sums(even, odd, 16));
  bool is_new = !keep && (different[0] | different[1] | different[2] | different[3]) != 0;
  return (uint8_t)(PIXELS_VALID | (is_new ? PIXELS_NEW : 0));
}

uint8_t pixels_measure_edge(const struct pixels_blocks *b, ptrdiff_t block, bool keep, void *mean) {
  if (!is_inner(b, block * 4)) return measure_edge(b, block, keep, false, mean);
  if (is_bare(b, block * 4)) return measure_bare(b, block, keep, mean);
  return measure_edge(b, block, keep, true, mean);
}

void pixels_predict(const struct pixels_prediction *p, ptrdiff_t first, ptrdiff_t end, uint32_t *leaks) {
  float open = (255 - p->carrier) / 255, share = p->leak / 255;
  for (ptrdiff_t x = first & ~3; x < end; x += 4) {
    bool whole = x >= first && x + 4 <= end;
    struct planes behind;
    if (p->seen) {
      uint32_t words[4] = {0};
      for (int i = 0; i < 4; i++)
        if (whole || (x + i >= first && x + i < end)) words[i] = p->seen[x + i];
      behind = planes_of_words(words_at(words, 0));
    } else {
      f4 block = {0, 0, 0, 0};
      ptrdiff_t at = x >> 2;
      if (at >= p->first_block && at < p->end_block) block = colour_at(p->estimate, at);
      block = clamped(block / greater(LANES(block, 3), splat(1e-4f))) * 255;
      behind = (struct planes){LANES(block, 0), LANES(block, 1), LANES(block, 2), splat(255)};
    }
    f4 grey = bytes_at(p->greys + (x & 63));
    u4 leaked = words_of(
        nearest((nearest(behind.r * open) + grey) * share), nearest((nearest(behind.g * open) + grey) * share),
        nearest((nearest(behind.b * open) + grey) * share));
    for (int i = 0; i < 4; i++)
      if (whole || (x + i >= first && x + i < end)) leaks[x + i] = leaked[i];
  }
}

void pixels_swap(const uint32_t *source, ptrdiff_t first, ptrdiff_t end, uint32_t *row) {
  for (ptrdiff_t x = first; x < end; x++)
    row[x] = (source[x] & 0xFF00FF00) | (source[x] & 255) << 16 | (source[x] >> 16 & 255);
}

void pixels_block_means(
    const uint32_t *const rows[4], bool red_first, ptrdiff_t first, ptrdiff_t end, void *means,
    ptrdiff_t changed[2]) {
  int red = red_first ? 0 : 16;
  for (ptrdiff_t block = first; block < end; block++) {
    // `even` gets blue and red, `odd` green and the fourth byte.
    h8 even = {0}, odd = {0};
    for (int i = 0; i < 4; i++) {
      h8 four = (h8)words_at(rows[i], block * 4);
      even += four & 255;
      odd += four >> 8;
    }
    f4 mean = mean_of_sums(even, odd, red), former = colour_at(means, block);
    if (!memcmp(&mean, &former, sizeof mean)) continue;
    set_colour(means, block, mean);
    if (block < changed[0]) changed[0] = block;
    if (block >= changed[1]) changed[1] = block + 1;
  }
}

/// The rounded mean of the four samples of a pixel: blue, green, red and alpha in the even bytes.
static inline b16 mean_of_samples(const void *row, size_t x) {
  b16 four = (b16)words_at(row, (ptrdiff_t)x * 4), none = {0};
  h8 sums = (h8)__builtin_shufflevector(four, none, 0, 16, 1, 16, 2, 16, 3, 16, 4, 16, 5, 16, 6, 16, 7, 16) +
            (h8)__builtin_shufflevector(four, none, 8, 16, 9, 16, 10, 16, 11, 16, 12, 16, 13, 16, 14, 16, 15, 16);
  return (b16)((sums + __builtin_shufflevector(sums, sums, 4, 5, 6, 7, 0, 1, 2, 3) + 2) >> 2);
}

bool pixels_average_white(const void *samples, size_t stride, size_t width, size_t height, uint8_t *opacities) {
  int coloured = 0;
  for (size_t y = 0; y < height; y++) {
    const uint32_t *row = (const void *)((const char *)samples + y * stride);
    for (size_t x = 0; x < width; x++) {
      // Most of a text is empty.
      l2 four = (l2)words_at(row, (ptrdiff_t)x * 4);
      if (!(four[0] | four[1])) {
        *opacities++ = 0;
        continue;
      }
      b16 mean = mean_of_samples(row, x);
      *opacities++ = mean[6];
      coloured |= (mean[0] ^ mean[6]) | (mean[2] ^ mean[6]) | (mean[4] ^ mean[6]);
    }
  }
  return !coloured;
}

void pixels_average_samples(const void *samples, size_t stride, size_t width, size_t height, uint8_t *pixels) {
  for (size_t y = 0; y < height; y++) {
    const char *row = (const char *)samples + y * stride;
    for (size_t x = 0; x < width; x++, pixels += 4) {
      b16 mean = mean_of_samples(row, x);
      pixels[0] = mean[4], pixels[1] = mean[2], pixels[2] = mean[0], pixels[3] = mean[6];
    }
  }
}

static const uint32_t *line_of(struct pixels_lines lines, size_t line) {
  return (const uint32_t *)((const char *)lines.first + (ptrdiff_t)line * lines.step);
}

struct pixels_bounds pixels_differences(struct pixels_lines a, struct pixels_lines b, size_t words, size_t lines) {
  struct pixels_bounds bounds = {words, 0, 0, 0};
  for (size_t line = 0; line < lines; line++) {
    const uint32_t *x = line_of(a, line), *y = line_of(b, line);
    if (!memcmp(x, y, words * sizeof *x)) continue;
    if (bounds.end_line == 0) bounds.first_line = line;
    bounds.end_line = line + 1;
    // Only what lies beside the bounds so far can widen them. The loops end there too: a compositor may write while this
    // reads.
    size_t first = 0, end = words;
    if (memcmp(x, y, bounds.first_word * sizeof *x)) {
      while (first < bounds.first_word && x[first] == y[first]) first++;
      bounds.first_word = first;
    }
    if (memcmp(x + bounds.end_word, y + bounds.end_word, (words - bounds.end_word) * sizeof *x)) {
      while (end > bounds.end_word && x[end - 1] == y[end - 1]) end--;
      bounds.end_word = end;
    }
  }
  return bounds;
}

// MARK: Enlarging

void pixels_enlarge(
    const void *cells, const struct pixels_phase *phases, int shift, ptrdiff_t first, ptrdiff_t end, void *row) {
  ptrdiff_t count = (ptrdiff_t)1 << shift;
  // One after the other, the points with the same place in their cells have the same weights.
  for (ptrdiff_t start = first; start < end && start < first + count; start++) {
    const struct pixels_phase *phase = &phases[start & (count - 1)];
    f4 w0 = splat(phase->weights[0]), w1 = splat(phase->weights[1]);
    f4 w2 = splat(phase->weights[2]), w3 = splat(phase->weights[3]);
    ptrdiff_t at = (start >> shift) + phase->first;
    for (ptrdiff_t x = start; x < end; x += count, at++) {
      f4 sum = colour_at(cells, at) * w0 + colour_at(cells, at + 1) * w1 + colour_at(cells, at + 2) * w2 +
               colour_at(cells, at + 3) * w3;
      f4 colour = sum / greater(LANES(sum, 3), splat(1e-4f));
      colour[3] = 1;
      set_colour(row, x, colour);
    }
  }
}

// MARK: Colours

static inline f4 smoothed(
    const struct pixels_chain *chain, const void *own, const void *above, const void *below, ptrdiff_t x) {
  f4 sides = colour_at(own, x - 1) + colour_at(own, x + 1) + colour_at(above, x) + colour_at(below, x);
  return colour_at(own, x) * chain->middle + sides * chain->side;
}

void pixels_colour(
    const struct pixels_chain *chain, const void *own, const void *above, const void *below, ptrdiff_t first,
    ptrdiff_t end, void *row) {
  const float *luma = chain->luma, *curve = chain->curve;
  float rest = 1 - chain->amount, stay = 1 - chain->fill_share;
  for (ptrdiff_t x = first; x < end; x += 4) {
    f4 cells[4] = {0};
    ptrdiff_t count = end - x < 4 ? end - x : 4;
    for (ptrdiff_t i = 0; i < count; i++)
      cells[i] = chain->side > 0 ? smoothed(chain, own, above, below, x + i) : colour_at(own, x + i);
    struct planes p = planes_of(cells[0], cells[1], cells[2], cells[3]);
    f4 divisor = greater(p.a, splat(1e-4f)), r = p.r / divisor, g = p.g / divisor, b = p.b / divisor;
    f4 t = clamped(r * luma[0] + g * luma[1] + b * luma[2]), s = 1 - t;
    f4 bent = s * s * s * curve[0] + 3 * s * s * t * curve[1] + 3 * s * t * t * curve[2] + t * t * t * curve[3];
    f4 grey = clamped(bent) * chain->amount;
    r = r * rest + grey;
    g = g * rest + grey;
    b = b * rest + grey;
    f4 light = r * luma[0] + g * luma[1] + b * luma[2];
    r = clamped(light + (r - light) * chain->saturation + chain->brightness);
    g = clamped(light + (g - light) * chain->saturation + chain->brightness);
    b = clamped(light + (b - light) * chain->saturation + chain->brightness);
    struct planes result = {
        (r * stay + chain->fill[0] * chain->fill_share) * p.a, (g * stay + chain->fill[1] * chain->fill_share) * p.a,
        (b * stay + chain->fill[2] * chain->fill_share) * p.a, p.a};
    if (count == 4) {
      set_planes(row, x, result);
      continue;
    }
    struct planes back = planes_of(result.r, result.g, result.b, result.a);
    const f4 all[4] = {back.r, back.g, back.b, back.a};
    for (ptrdiff_t i = 0; i < count; i++) set_colour(row, x + i, all[i]);
  }
}
