#pragma once

// Nothing of these headers is imported by Swift: libpng and libjpeg return errors by longjmp, which must not leave
// frames of Swift. CPictureFormats calls the libraries; this module exists for pkg-config, which finds their headers.
