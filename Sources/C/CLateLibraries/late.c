#include "CLateLibraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#define LIBRARY(id, file, package) static const struct hyaline_late_library id = {file, package};
#define FUNCTION(id, name)
#include "functions.h"
#undef LIBRARY
#undef FUNCTION

#define LIBRARY(id, file, package)
#define FUNCTION(id, name) {&id, #name},
static const struct hyaline_late_entry entries[] = {
#include "functions.h"
};

const struct hyaline_late_entry *hyaline_late_entry(int index) {
  return index < (int)(sizeof entries / sizeof *entries) ? &entries[index] : NULL;
}

/// The addresses that the entries of entries.S jump to, in the order of `entries`.
extern void *_Atomic hyaline_late_slots[] __attribute__((visibility("hidden")));

/// Finds the function of the entry with the number `index` and stores its address in the entry's slot.
__attribute__((visibility("hidden"))) void *hyaline_late_find(int index) {
  const struct hyaline_late_entry *entry = &entries[index];
  return hyaline_late_slots[index] = hyaline_late_function(entry->library, entry->name);
}

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
