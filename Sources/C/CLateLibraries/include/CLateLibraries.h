#pragma once

// Functions of libraries that take milliseconds to load, under the names that the libraries' own headers declare. The
// first call of one loads its library, so that the program has started before. They are linked in place of the libraries
// that Package.swift names, and a function is added as a line of functions.h.

/// A library to load.
struct hyaline_late_library {
  /// The name of its file, for the system's loader.
  const char *name;
  /// The package of Debian that has it.
  const char *package;
};

/// A function of a library that is loaded late.
struct hyaline_late_entry {
  const struct hyaline_late_library *library;
  const char *name;
};

/// The function with the number `index` in functions.h, from 0; null if there are fewer.
const struct hyaline_late_entry *hyaline_late_entry(int index);

/// Address of the function `name` of `library`, which is loaded if need be; ends the process if either is missing, as the
/// system's loader would have done at the start.
///
/// The corresponding C functions are `dlopen` and `dlsym`.
void *hyaline_late_function(const struct hyaline_late_library *library, const char *name);

/// Ends the process with a message and a core dump: the release has this function in the place of the standard library's
/// table of names of Unicode scalars, which `Unicode.Scalar.Properties.name` alone reads (see `linkedSmall` in
/// Package.swift).
void hyaline_no_scalar_names(void);
