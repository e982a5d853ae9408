#include "library.h"

bool hyaline_picture_load_library(int index, char *message) {
  bool (*const loads[HYALINE_PICTURE_LIBRARIES])(char *) = {
      png_load_early, jpeg_load_early, webp_load_early, gif_load_early, drawing_load_early};
  return loads[index](message);
}
