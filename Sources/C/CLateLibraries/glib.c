#include "late.h"

#include <glib-object.h>

static const struct hyaline_late_library libgobject = {"libgobject-2.0.so.0", "libglib2.0-0"};
static const struct hyaline_late_library libglib = {"libglib-2.0.so.0", "libglib2.0-0"};

FORWARD(libgobject, void, g_object_unref, (gpointer object), (object))

FORWARD(libglib, void, g_free, (gpointer mem), (mem))
