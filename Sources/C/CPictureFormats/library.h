#pragma once
#include "CPictureFormats.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The functions of a library as `call_NAME`, whose types the compiler takes from the library's header. LIBRARY defines
// `NAME_load`, which loads them once for all threads.

#define DECLARE_CALL(name) static __typeof__(name) *call_##name;
#define FIND_CALL(name)                                                                                  \
  if (!*problem && !(call_##name = (__typeof__(name) *)dlsym(handle, #name)))                            \
    snprintf(problem, HYALINE_PICTURE_MESSAGE, "%s lacks %s", soname, #name);

#define LIBRARY(id, file, package, FUNCTIONS)                                                            \
  FUNCTIONS(DECLARE_CALL)                                                                                \
  static char id##_problem[HYALINE_PICTURE_MESSAGE];                                                     \
  static pthread_once_t id##_once = PTHREAD_ONCE_INIT;                                                   \
  static void id##_find(void) {                                                                          \
    const char *soname = file;                                                                           \
    char *problem = id##_problem;                                                                        \
    void *handle = dlopen(soname, RTLD_LAZY | RTLD_LOCAL);                                                \
    if (!handle) {                                                                                       \
      snprintf(problem, HYALINE_PICTURE_MESSAGE, "%s (%s) cannot be loaded", soname, package); \
      return;                                                                                            \
    }                                                                                                    \
    FUNCTIONS(FIND_CALL)                                                                                 \
  }                                                                                                      \
  /* Whether the library is there; otherwise `message` says what is missing. */                          \
  static bool id##_load(char *message) {                                                                 \
    pthread_once(&id##_once, id##_find);                                                                 \
    if (*id##_problem) strcpy(message, id##_problem);                                                    \
    return !*id##_problem;                                                                               \
  }

// Each of these loads a library before it is needed, as `NAME_load` does.
bool png_load_early(char *message);
bool jpeg_load_early(char *message);
bool webp_load_early(char *message);
bool gif_load_early(char *message);
bool drawing_load_early(char *message);

/// Writes a message and returns the outcome of a damaged file.
static inline enum hyaline_picture_outcome damaged(char *message, const char *text) {
  snprintf(message, HYALINE_PICTURE_MESSAGE, "%s", text);
  return HYALINE_PICTURE_DAMAGED;
}

/// Writes the message and returns the outcome of missing memory.
static inline enum hyaline_picture_outcome no_memory(char *message) {
  snprintf(message, HYALINE_PICTURE_MESSAGE, "not enough memory");
  return HYALINE_PICTURE_NO_MEMORY;
}
