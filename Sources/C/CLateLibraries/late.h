#pragma once
#include "CLateLibraries.h"

/// Defines a function that finds its namesake in `library` when it is first called, and goes there.
///
/// The compiler compares it with the library's header. It is hidden, so that the libraries do not take it for theirs.
#define FORWARD(library, result, name, parameters, arguments)                                       \
  __asm__(".hidden " #name);                                                                        \
  result name parameters {                                                                          \
    static result(*_Atomic found) parameters;                                                       \
    result(*function) parameters = found;                                                           \
    if (!function) found = function = (result(*) parameters)hyaline_late_function(&library, #name); \
    return function arguments;                                                                      \
  }
