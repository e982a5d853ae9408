#include "CLateLibraries.h"

#include <stdio.h>
#include <stdlib.h>

void hyaline_no_scalar_names(void) {
  fputs("Error: this build of hyaline has no names of Unicode scalars\n", stderr);
  abort();
}
