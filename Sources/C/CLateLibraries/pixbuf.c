#include "late.h"

#include <gdk-pixbuf/gdk-pixbuf.h>

static const struct hyaline_late_library libgdk_pixbuf = {"libgdk_pixbuf-2.0.so.0", "libgdk-pixbuf-2.0-0"};
static const struct hyaline_late_library libgobject = {"libgobject-2.0.so.0", "libglib2.0-0"};
static const struct hyaline_late_library libglib = {"libglib-2.0.so.0", "libglib2.0-0"};

FORWARD(libgdk_pixbuf, GdkPixbuf *, gdk_pixbuf_apply_embedded_orientation, (GdkPixbuf *src), (src))
FORWARD(libgdk_pixbuf, GQuark, gdk_pixbuf_error_quark, (void), ())
FORWARD(libgdk_pixbuf, gchar *, gdk_pixbuf_format_get_name, (GdkPixbufFormat *format), (format))
FORWARD(libgdk_pixbuf, gboolean, gdk_pixbuf_format_is_scalable, (GdkPixbufFormat *format), (format))
FORWARD(libgdk_pixbuf, GdkPixbufFormat *, gdk_pixbuf_get_file_info,
        (const gchar *filename, gint *width, gint *height),
        (filename, width, height))
FORWARD(libgdk_pixbuf, GSList *, gdk_pixbuf_get_formats, (void), ())
FORWARD(libgdk_pixbuf, int, gdk_pixbuf_get_height, (const GdkPixbuf *pixbuf), (pixbuf))
FORWARD(libgdk_pixbuf, int, gdk_pixbuf_get_n_channels, (const GdkPixbuf *pixbuf), (pixbuf))
FORWARD(libgdk_pixbuf, guchar *, gdk_pixbuf_get_pixels, (const GdkPixbuf *pixbuf), (pixbuf))
FORWARD(libgdk_pixbuf, int, gdk_pixbuf_get_rowstride, (const GdkPixbuf *pixbuf), (pixbuf))
FORWARD(libgdk_pixbuf, int, gdk_pixbuf_get_width, (const GdkPixbuf *pixbuf), (pixbuf))
FORWARD(libgdk_pixbuf, gboolean, gdk_pixbuf_loader_close, (GdkPixbufLoader *loader, GError **error), (loader, error))
FORWARD(libgdk_pixbuf, GdkPixbufFormat *, gdk_pixbuf_loader_get_format, (GdkPixbufLoader *loader), (loader))
FORWARD(libgdk_pixbuf, GdkPixbuf *, gdk_pixbuf_loader_get_pixbuf, (GdkPixbufLoader *loader), (loader))
FORWARD(libgdk_pixbuf, GdkPixbufLoader *, gdk_pixbuf_loader_new, (void), ())
FORWARD(libgdk_pixbuf, GdkPixbufLoader *, gdk_pixbuf_loader_new_with_type,
        (const char *image_type, GError **error),
        (image_type, error))
FORWARD(libgdk_pixbuf, void, gdk_pixbuf_loader_set_size,
        (GdkPixbufLoader *loader, int width, int height),
        (loader, width, height))
FORWARD(libgdk_pixbuf, gboolean, gdk_pixbuf_loader_write,
        (GdkPixbufLoader *loader, const guchar *buf, gsize count, GError **error),
        (loader, buf, count, error))
FORWARD(libgdk_pixbuf, GdkPixbuf *, gdk_pixbuf_new,
        (GdkColorspace colorspace, gboolean has_alpha, int bits_per_sample, int width, int height),
        (colorspace, has_alpha, bits_per_sample, width, height))
FORWARD(libgdk_pixbuf, GdkPixbuf *, gdk_pixbuf_new_from_data,
        (const guchar *data, GdkColorspace colorspace, gboolean has_alpha, int bits_per_sample, int width,
         int height, int rowstride, GdkPixbufDestroyNotify destroy_fn, gpointer destroy_fn_data),
        (data, colorspace, has_alpha, bits_per_sample, width, height, rowstride, destroy_fn,
         destroy_fn_data))
FORWARD(libgdk_pixbuf, GdkPixbuf *, gdk_pixbuf_new_from_file,
        (const char *filename, GError **error),
        (filename, error))
FORWARD(libgdk_pixbuf, const guint8 *, gdk_pixbuf_read_pixels, (const GdkPixbuf *pixbuf), (pixbuf))
FORWARD(libgdk_pixbuf, gboolean, gdk_pixbuf_save_to_bufferv,
        (GdkPixbuf *pixbuf, gchar **buffer, gsize *buffer_size, const char *type, char **option_keys,
         char **option_values, GError **error),
        (pixbuf, buffer, buffer_size, type, option_keys, option_values, error))
FORWARD(libgdk_pixbuf, void, gdk_pixbuf_scale,
        (const GdkPixbuf *src, GdkPixbuf *dest, int dest_x, int dest_y, int dest_width, int dest_height,
         double offset_x, double offset_y, double scale_x, double scale_y, GdkInterpType interp_type),
        (src, dest, dest_x, dest_y, dest_width, dest_height, offset_x, offset_y, scale_x, scale_y,
         interp_type))

FORWARD(libgobject, gulong, g_signal_connect_data,
        (gpointer instance, const gchar *detailed_signal, GCallback c_handler, gpointer data,
         GClosureNotify destroy_data, GConnectFlags connect_flags),
        (instance, detailed_signal, c_handler, data, destroy_data, connect_flags))
FORWARD(libgobject, void, g_object_unref, (gpointer object), (object))

FORWARD(libglib, void, g_error_free, (GError *error), (error))
FORWARD(libglib, void, g_free, (gpointer mem), (mem))
FORWARD(libglib, void, g_slist_free, (GSList *list), (list))
