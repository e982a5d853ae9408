#pragma once

// What Swift cannot import by itself: functions that need _GNU_SOURCE, macros and variadics.

/// An anonymous memory file, or -1 with errno.
int hyaline_memfd_create(const char *name);
