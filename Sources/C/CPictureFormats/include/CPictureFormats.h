// Decoders of pictures and drawings, which call the libraries of the formats, and functions that scale pixels.
//
// Each library is loaded by the first picture of its format, by its soname; one that is missing costs only this format.
// All functions may be called on any thread. Errors of the libraries are returned as texts: no function is left by longjmp.
#ifndef CPICTUREFORMATS_H
#define CPICTUREFORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of bytes of an error message with its end.
enum { HYALINE_PICTURE_MESSAGE = 256 };

/// The outcome of a call; each but the first comes with a message.
enum hyaline_picture_outcome {
  HYALINE_PICTURE_DONE,
  /// The library does not accept the file.
  HYALINE_PICTURE_DAMAGED,
  /// The library is not installed, or lacks a function.
  HYALINE_PICTURE_NO_LIBRARY,
  HYALINE_PICTURE_NO_MEMORY,
};

/// A picture's file in memory.
struct hyaline_picture_file {
  const uint8_t *bytes;
  size_t count;
  /// The picture's size by the header of the file; a library that finds another size refuses the file.
  int width, height;
};

/// Pixels without padding: rows top to bottom, bytes R G B A.
struct hyaline_picture_pixels {
  uint8_t *bytes;
  int width, height;
};

/// The number of libraries.
enum { HYALINE_PICTURE_LIBRARIES = 5 };

/// Loads the library at `index`, before a filter of system calls keeps files from being opened; if it is missing, `message`
/// (HYALINE_PICTURE_MESSAGE bytes) says so, and the result is false.
bool hyaline_picture_load_library(int index, char *message);

/// Decodes a picture of a format into premultiplied pixels, which are at most as wide and high as the picture. Gamma and colour
/// profiles are ignored; `message` has HYALINE_PICTURE_MESSAGE bytes.
enum hyaline_picture_outcome hyaline_png_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message);
enum hyaline_picture_outcome hyaline_jpeg_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message);
enum hyaline_picture_outcome hyaline_webp_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message);
/// Decodes the first picture of a file that may have several.
enum hyaline_picture_outcome hyaline_gif_decode(
    const struct hyaline_picture_file *file, const struct hyaline_picture_pixels *pixels, char *message);

/// A drawing in SVG that has been read.
struct hyaline_drawing;

/// Reads a drawing, which may be compressed by gzip; references to other files are ignored.
enum hyaline_picture_outcome hyaline_drawing_open(
    const uint8_t *bytes, size_t count, struct hyaline_drawing **drawing, char *message);
/// The drawing's own size in pixels; false if it has none.
bool hyaline_drawing_size(struct hyaline_drawing *drawing, double *width, double *height);
/// Draws a drawing into premultiplied pixels, all of which are zero before.
enum hyaline_picture_outcome hyaline_drawing_draw(
    struct hyaline_drawing *drawing, const struct hyaline_picture_pixels *pixels, char *message);
/// Frees a drawing.
void hyaline_drawing_close(struct hyaline_drawing *drawing);

/// The bytes of a written file, which the caller frees by `free`.
struct hyaline_picture_output {
  uint8_t *bytes;
  size_t count;
};

/// Encodes pixels that are not premultiplied.
enum hyaline_picture_outcome hyaline_png_encode(
    const struct hyaline_picture_pixels *pixels, struct hyaline_picture_output *output, char *message);
/// Encodes pixels without their alpha; `quality` is 0 ... 100.
enum hyaline_picture_outcome hyaline_jpeg_encode(
    const struct hyaline_picture_pixels *pixels, int quality, struct hyaline_picture_output *output, char *message);

/// Premultiplies pixels and reduces them, by averaging over the area of each pixel of the result; false: no memory.
bool hyaline_picture_reduce(const struct hyaline_picture_pixels *straight, const struct hyaline_picture_pixels *reduced);

/// A rectangle of pixels.
struct hyaline_picture_rectangle {
  int x, y, width, height;
};

/// Draws a picture times `factor`, with its upper left corner at `x`, `y` of the result, onto the pixels of `target`.
///
/// The picture is enlarged bilinearly, or reduced by averaging over the area of each pixel. Returns false without memory.
bool hyaline_picture_scale(
    const struct hyaline_picture_pixels *picture, double factor, double x, double y,
    const struct hyaline_picture_rectangle *target, const struct hyaline_picture_pixels *result);

#endif
