/* The least that draws on Wayland by EGL: a window of a bar's size, cleared once. What it takes, Mesa takes. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-client.h>
#include <wayland-egl.h>

static struct wl_compositor *compositor;

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "empty-client: no %s\n", what);
  exit(1);
}

static void added(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  (void)data, (void)version;
  if (strcmp(interface, "wl_compositor") == 0)
    compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 1);
}

static void removed(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

int main(void) {
  /* As the bar does; threads of the rasteriser's would be counted for it otherwise. */
  setenv("LP_NUM_THREADS", "0", 0);
  struct wl_display *connection = wl_display_connect(NULL);
  expect(connection != NULL, "compositor");
  struct wl_registry *registry = wl_display_get_registry(connection);
  static const struct wl_registry_listener listener = {added, removed};
  wl_registry_add_listener(registry, &listener, NULL);
  wl_display_roundtrip(connection);
  expect(compositor != NULL, "wl_compositor");

  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, connection, NULL);
  expect(eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_ES_API), "EGL");
  const EGLint wanted[] = {
      EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_ALPHA_SIZE, 8, EGL_NONE};
  EGLConfig config;
  EGLint count = 0;
  expect(eglChooseConfig(display, wanted, &config, 1, &count) && count == 1, "EGL configuration");
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  struct wl_surface *surface = wl_compositor_create_surface(compositor);
  EGLSurface window = eglCreatePlatformWindowSurface(display, config, wl_egl_window_create(surface, 1920, 40), NULL);
  expect(eglMakeCurrent(display, window, window, context), "OpenGL ES 3");
  eglSwapInterval(display, 0);
  glClearColor(0, 0, 0, 0.5);
  glClear(GL_COLOR_BUFFER_BIT);
  eglSwapBuffers(display, window);
  wl_display_roundtrip(connection);
  puts("shown");
  fflush(stdout);
  for (;;) pause();
}
