#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>

// Macros that are casts, and extension functions, which Swift cannot import.

static inline EGLContext _Nullable hyaline_egl_no_context(void) { return EGL_NO_CONTEXT; }
static inline EGLSurface _Nullable hyaline_egl_no_surface(void) { return EGL_NO_SURFACE; }

/// `eglSwapBuffersWithDamage{KHR,EXT}`, whichever `name` says; `rects` are x, y, width, height from bottom left.
static inline EGLBoolean hyaline_egl_swap_with_damage(
    const char *_Nonnull name, EGLDisplay _Nonnull display, EGLSurface _Nonnull surface,
    EGLint *_Nonnull rects, EGLint count) {
  PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC swap =
      (PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC)eglGetProcAddress(name);
  return swap ? swap(display, surface, rects, count) : EGL_FALSE;
}
