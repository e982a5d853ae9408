#include "CLateLibraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

void *hyaline_late_function(const struct hyaline_late_library *library, const char *name) {
  // The loader knows what is loaded already, and is safe to call from several threads.
  void *handle = dlopen(library->name, RTLD_LAZY | RTLD_LOCAL);
  void *function = handle ? dlsym(handle, name) : NULL;
  if (!function) {
    fprintf(stderr, "hyaline: error: %s (package %s)\n", dlerror(), library->package);
    // Not `exit`: the main thread may be drawing.
    _exit(1);
  }
  return function;
}
