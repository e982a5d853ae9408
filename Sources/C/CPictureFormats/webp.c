#include "library.h"

#include <webp/decode.h>

#define FUNCTIONS(X) X(WebPDecode) X(WebPFreeDecBuffer) X(WebPInitDecoderConfigInternal)

LIBRARY(webp, "libwebp.so.7", "Debian package libwebp7", FUNCTIONS)

bool webp_load_early(char *message) { return webp_load(message); }

static const char *text_of(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return "the file ends too early";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "it has an unknown feature of WebP";
    default: return "libwebp cannot decode it";
  }
}

enum hyaline_picture_outcome hyaline_webp_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message) {
  if (!webp_load(message)) return HYALINE_PICTURE_NO_LIBRARY;
  WebPDecoderConfig config;
  if (!call_WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) {
    snprintf(message, HYALINE_PICTURE_MESSAGE, "libwebp.so.7 has another version than its headers");
    return HYALINE_PICTURE_NO_LIBRARY;
  }
  config.options.use_scaling = pixels->width != file->width || pixels->height != file->height;
  config.options.scaled_width = pixels->width;
  config.options.scaled_height = pixels->height;
  config.output.colorspace = MODE_rgbA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels->bytes;
  config.output.u.RGBA.stride = pixels->width * 4;
  config.output.u.RGBA.size = (size_t)pixels->width * (size_t)pixels->height * 4;
  VP8StatusCode status = call_WebPDecode(file->bytes, file->count, &config);
  bool has_its_size = config.input.width == file->width && config.input.height == file->height;
  call_WebPFreeDecBuffer(&config.output);
  if (status == VP8_STATUS_OUT_OF_MEMORY) return no_memory(message);
  if (status != VP8_STATUS_OK) return damaged(message, text_of(status));
  return has_its_size ? HYALINE_PICTURE_DONE : damaged(message, "it has two sizes");
}
