#define _GNU_SOURCE
#include "CPlatform.h"

#include <sys/mman.h>

int hyaline_memfd_create(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}
