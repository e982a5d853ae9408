#pragma once

// Nothing of these headers is imported by Swift: libpng and libjpeg return errors by longjmp, which must not leave
// frames of Swift. CPictureFormats calls the libraries; this module has pkg-config tell where the headers are.
