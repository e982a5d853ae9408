#include "late.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>

static const struct hyaline_late_library libpangocairo = {"libpangocairo-1.0.so.0", "libpangocairo-1.0-0"};
static const struct hyaline_late_library libpango = {"libpango-1.0.so.0", "libpango-1.0-0"};
static const struct hyaline_late_library libcairo = {"libcairo.so.2", "libcairo2"};
static const struct hyaline_late_library libfontconfig = {"libfontconfig.so.1", "libfontconfig1"};

FORWARD(libpangocairo, void, pango_cairo_context_set_font_options,
        (PangoContext *context, const cairo_font_options_t *options),
        (context, options))
FORWARD(libpangocairo, void, pango_cairo_context_set_resolution,
        (PangoContext *context, double dpi),
        (context, dpi))
FORWARD(libpangocairo, PangoFontMap *, pango_cairo_font_map_new, (void), ())
FORWARD(libpangocairo, void, pango_cairo_show_layout, (cairo_t *cr, PangoLayout *layout), (cr, layout))

FORWARD(libpango, PangoAttribute *, pango_attr_family_new, (const char *family), (family))
FORWARD(libpango, PangoAttribute *, pango_attr_font_desc_new, (const PangoFontDescription *desc), (desc))
FORWARD(libpango, PangoAttribute *, pango_attr_font_features_new, (const char *features), (features))
FORWARD(libpango, PangoAttribute *, pango_attr_foreground_alpha_new, (guint16 alpha), (alpha))
FORWARD(libpango, PangoAttribute *, pango_attr_insert_hyphens_new, (gboolean insert_hyphens), (insert_hyphens))
FORWARD(libpango, PangoAttribute *, pango_attr_letter_spacing_new, (int letter_spacing), (letter_spacing))
FORWARD(libpango, void, pango_attr_list_insert, (PangoAttrList *list, PangoAttribute *attr), (list, attr))
FORWARD(libpango, PangoAttrList *, pango_attr_list_new, (void), ())
FORWARD(libpango, void, pango_attr_list_unref, (PangoAttrList *list), (list))
FORWARD(libpango, PangoAttribute *, pango_attr_rise_new, (int rise), (rise))
FORWARD(libpango, PangoAttribute *, pango_attr_scale_new, (double scale_factor), (scale_factor))
FORWARD(libpango, PangoAttribute *, pango_attr_size_new, (int size), (size))
FORWARD(libpango, PangoAttribute *, pango_attr_strikethrough_new, (gboolean strikethrough), (strikethrough))
FORWARD(libpango, PangoAttribute *, pango_attr_style_new, (PangoStyle style), (style))
FORWARD(libpango, PangoAttribute *, pango_attr_underline_new, (PangoUnderline underline), (underline))
FORWARD(libpango, PangoAttribute *, pango_attr_weight_new, (PangoWeight weight), (weight))
FORWARD(libpango, PangoFont *, pango_context_load_font,
        (PangoContext *context, const PangoFontDescription *desc),
        (context, desc))
FORWARD(libpango, void, pango_context_set_round_glyph_positions,
        (PangoContext *context, gboolean round_positions),
        (context, round_positions))
FORWARD(libpango, PangoFontDescription *, pango_font_describe, (PangoFont *font), (font))
FORWARD(libpango, void, pango_font_description_free, (PangoFontDescription *desc), (desc))
FORWARD(libpango, PangoFontDescription *, pango_font_description_from_string, (const char *str), (str))
FORWARD(libpango, const char *, pango_font_description_get_family, (const PangoFontDescription *desc), (desc))
FORWARD(libpango, gint, pango_font_description_get_size, (const PangoFontDescription *desc), (desc))
FORWARD(libpango, gboolean, pango_font_description_get_size_is_absolute,
        (const PangoFontDescription *desc),
        (desc))
FORWARD(libpango, void, pango_font_description_set_absolute_size,
        (PangoFontDescription *desc, double size),
        (desc, size))
FORWARD(libpango, void, pango_font_description_set_size, (PangoFontDescription *desc, gint size), (desc, size))
FORWARD(libpango, void, pango_font_description_unset_fields,
        (PangoFontDescription *desc, PangoFontMask to_unset),
        (desc, to_unset))
FORWARD(libpango, PangoContext *, pango_font_map_create_context, (PangoFontMap *fontmap), (fontmap))
FORWARD(libpango, int, pango_layout_get_baseline, (PangoLayout *layout), (layout))
FORWARD(libpango, void, pango_layout_get_extents,
        (PangoLayout *layout, PangoRectangle *ink_rect, PangoRectangle *logical_rect),
        (layout, ink_rect, logical_rect))
FORWARD(libpango, PangoLayoutIter *, pango_layout_get_iter, (PangoLayout *layout), (layout))
FORWARD(libpango, PangoLayoutLine *, pango_layout_get_line, (PangoLayout *layout, int line), (layout, line))
FORWARD(libpango, int, pango_layout_get_line_count, (PangoLayout *layout), (layout))
FORWARD(libpango, PangoLayoutLine *, pango_layout_get_line_readonly,
        (PangoLayout *layout, int line),
        (layout, line))
FORWARD(libpango, gboolean, pango_layout_is_ellipsized, (PangoLayout *layout), (layout))
FORWARD(libpango, void, pango_layout_iter_free, (PangoLayoutIter *iter), (iter))
FORWARD(libpango, void, pango_layout_iter_get_line_extents,
        (PangoLayoutIter *iter, PangoRectangle *ink_rect, PangoRectangle *logical_rect),
        (iter, ink_rect, logical_rect))
FORWARD(libpango, PangoLayoutLine *, pango_layout_iter_get_line_readonly, (PangoLayoutIter *iter), (iter))
FORWARD(libpango, gboolean, pango_layout_iter_next_line, (PangoLayoutIter *iter), (iter))
FORWARD(libpango, PangoDirection, pango_layout_line_get_resolved_direction, (PangoLayoutLine *line), (line))
FORWARD(libpango, void, pango_layout_line_get_x_ranges,
        (PangoLayoutLine *line, int start_index, int end_index, int **ranges, int *n_ranges),
        (line, start_index, end_index, ranges, n_ranges))
FORWARD(libpango, PangoLayout *, pango_layout_new, (PangoContext *context), (context))
FORWARD(libpango, void, pango_layout_set_attributes,
        (PangoLayout *layout, PangoAttrList *attrs),
        (layout, attrs))
FORWARD(libpango, void, pango_layout_set_ellipsize,
        (PangoLayout *layout, PangoEllipsizeMode ellipsize),
        (layout, ellipsize))
FORWARD(libpango, void, pango_layout_set_font_description,
        (PangoLayout *layout, const PangoFontDescription *desc),
        (layout, desc))
FORWARD(libpango, void, pango_layout_set_height, (PangoLayout *layout, int height), (layout, height))
FORWARD(libpango, void, pango_layout_set_single_paragraph_mode,
        (PangoLayout *layout, gboolean setting),
        (layout, setting))
FORWARD(libpango, void, pango_layout_set_text,
        (PangoLayout *layout, const char *text, int length),
        (layout, text, length))
FORWARD(libpango, void, pango_layout_set_width, (PangoLayout *layout, int width), (layout, width))
FORWARD(libpango, void, pango_layout_set_wrap, (PangoLayout *layout, PangoWrapMode wrap), (layout, wrap))

FORWARD(libcairo, cairo_t *, cairo_create, (cairo_surface_t *target), (target))
FORWARD(libcairo, void, cairo_destroy, (cairo_t *cr), (cr))
FORWARD(libcairo, cairo_font_options_t *, cairo_font_options_create, (void), ())
FORWARD(libcairo, void, cairo_font_options_destroy, (cairo_font_options_t *options), (options))
FORWARD(libcairo, void, cairo_font_options_set_antialias,
        (cairo_font_options_t *options, cairo_antialias_t antialias),
        (options, antialias))
FORWARD(libcairo, void, cairo_font_options_set_hint_metrics,
        (cairo_font_options_t *options, cairo_hint_metrics_t hint_metrics),
        (options, hint_metrics))
FORWARD(libcairo, void, cairo_font_options_set_hint_style,
        (cairo_font_options_t *options, cairo_hint_style_t hint_style),
        (options, hint_style))
FORWARD(libcairo, cairo_surface_t *, cairo_image_surface_create,
        (cairo_format_t format, int width, int height),
        (format, width, height))
FORWARD(libcairo, unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *surface), (surface))
FORWARD(libcairo, int, cairo_image_surface_get_stride, (cairo_surface_t *surface), (surface))
FORWARD(libcairo, void, cairo_move_to, (cairo_t *cr, double x, double y), (cr, x, y))
FORWARD(libcairo, void, cairo_scale, (cairo_t *cr, double sx, double sy), (cr, sx, sy))
FORWARD(libcairo, void, cairo_set_source_rgb,
        (cairo_t *cr, double red, double green, double blue),
        (cr, red, green, blue))
FORWARD(libcairo, void, cairo_surface_destroy, (cairo_surface_t *surface), (surface))
FORWARD(libcairo, void, cairo_surface_flush, (cairo_surface_t *surface), (surface))

FORWARD(libfontconfig, FcFontSet *, FcConfigGetFonts, (FcConfig *config, FcSetName set), (config, set))
