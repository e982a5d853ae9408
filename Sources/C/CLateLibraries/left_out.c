#include "CLateLibraries.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void hyaline_no_foundation(void) {
  fputs("Error: this build of hyaline has no JSON encoder for '--experimental-dump-help'\n", stderr);
  // EX_USAGE, as the parser of the command line ends.
  _exit(64);
}

void hyaline_no_scalar_names(void) {
  fputs("Error: this build of hyaline has no names of Unicode scalars\n", stderr);
  abort();
}
