#include "library.h"

#include <librsvg/rsvg.h>

// Functions of cairo and GLib are found through librsvg, which needs them itself.
#define FUNCTIONS(X)                                                                                       \
  X(cairo_create) X(cairo_destroy) X(cairo_image_surface_create_for_data) X(cairo_status)                  \
  X(cairo_surface_destroy) X(cairo_surface_flush) X(g_error_free) X(g_object_unref)                         \
  X(rsvg_handle_get_geometry_for_element) X(rsvg_handle_get_intrinsic_dimensions)                          \
  X(rsvg_handle_get_intrinsic_size_in_pixels) X(rsvg_handle_new_from_data) X(rsvg_handle_render_document)

LIBRARY(drawing, "librsvg-2.so.2", "Debian package librsvg2-2", FUNCTIONS)

bool drawing_load_early(char *message) { return drawing_load(message); }

/// Writes the text of an error, which it frees.
static enum hyaline_picture_outcome refuse(GError *error, char *message) {
  damaged(message, error ? error->message : "librsvg cannot draw it");
  if (error) call_g_error_free(error);
  return HYALINE_PICTURE_DAMAGED;
}

enum hyaline_picture_outcome hyaline_drawing_open(
    const uint8_t *bytes, size_t count, struct hyaline_drawing **drawing, char *message) {
  if (!drawing_load(message)) return HYALINE_PICTURE_NO_LIBRARY;
  GError *error = NULL;
  RsvgHandle *handle = call_rsvg_handle_new_from_data(bytes, count, &error);
  *drawing = (struct hyaline_drawing *)handle;
  return handle ? HYALINE_PICTURE_DONE : refuse(error, message);
}

bool hyaline_drawing_size(struct hyaline_drawing *drawing, double *width, double *height) {
  RsvgHandle *handle = (RsvgHandle *)drawing;
  if (call_rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height)) return true;
  gboolean has_box = FALSE;
  RsvgRectangle box;
  call_rsvg_handle_get_intrinsic_dimensions(handle, NULL, NULL, NULL, NULL, &has_box, &box);
  // A drawing that states no size has the size of its contents.
  if (!has_box && !call_rsvg_handle_get_geometry_for_element(handle, NULL, &box, NULL, NULL)) return false;
  *width = box.width;
  *height = box.height;
  return true;
}

/// Converts cairo's pixels, which are words in native byte order, to the bytes R G B A.
static void order_bytes(const struct hyaline_picture_pixels *pixels) {
  size_t count = (size_t)pixels->width * (size_t)pixels->height * 4;
  for (uint8_t *pixel = pixels->bytes; pixel < pixels->bytes + count; pixel += 4) {
    uint32_t word;
    memcpy(&word, pixel, 4);
    pixel[0] = (uint8_t)(word >> 16);
    pixel[1] = (uint8_t)(word >> 8);
    pixel[2] = (uint8_t)word;
    pixel[3] = (uint8_t)(word >> 24);
  }
}

enum hyaline_picture_outcome hyaline_drawing_draw(
    struct hyaline_drawing *drawing, const struct hyaline_picture_pixels *pixels, char *message) {
  cairo_surface_t *surface = call_cairo_image_surface_create_for_data(
      pixels->bytes, CAIRO_FORMAT_ARGB32, pixels->width, pixels->height, pixels->width * 4);
  cairo_t *context = call_cairo_create(surface);
  RsvgRectangle place = {0, 0, pixels->width, pixels->height};
  GError *error = NULL;
  bool is_drawn = call_rsvg_handle_render_document((RsvgHandle *)drawing, context, &place, &error);
  is_drawn = is_drawn && call_cairo_status(context) == CAIRO_STATUS_SUCCESS;
  call_cairo_destroy(context);
  call_cairo_surface_flush(surface);
  call_cairo_surface_destroy(surface);
  if (!is_drawn) return refuse(error, message);
  order_bytes(pixels);
  return HYALINE_PICTURE_DONE;
}

void hyaline_drawing_close(struct hyaline_drawing *drawing) { call_g_object_unref(drawing); }
