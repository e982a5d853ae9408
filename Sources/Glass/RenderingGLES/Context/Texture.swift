import CEGL
package import Geometry
package import Rendering

/// A picture on the GPU, filled by uploads or by passes.
@MainActor package final class Texture {
  package enum Format {
    /// Four half floats: the format of layers, which hold negative values and coverage.
    case half4
    /// Four floats: the format of layers where GL can filter and draw it.
    ///
    /// On software GL it is faster than half floats, which are truncated there, so that each pass darkens.
    case float4
    /// Four bytes, R G B A.
    case byte4
    /// One byte, 0 … 1 in shaders.
    case byte
    /// One float.
    case float
    /// Two floats, which are read without a filter.
    case float2
    /// Four bytes in the order of windows, B G R A.
    case window
    /// One byte as an integer.
    case integer8
    /// Four 32-bit integers.
    case integer32x4
  }

  package let size: PixelSize
  /// The allocated size, at least `size`: no side is a power of two, unless it is the largest that GL has.
  ///
  /// llvmpipe compiles a program anew for each combination of textures with such sides. Texels beyond `size` are
  /// undefined.
  package let storage: PixelSize
  let format: Format
  let target: GLenum
  private let context: GraphicsContext
  private(set) var handle: GLuint = 0

  /// Makes a texture of undefined content; if `layers` > 0, it is an array.
  ///
  /// `what` names it in the error `.allocation`.
  package init(
    _ what: String, _ size: PixelSize, _ format: Format, layers: Int = 0, in context: GraphicsContext
  ) throws(RenderingError) {
    self.size = size
    let most = context.maximumSide
    storage = PixelSize(
      width: min(size.width.besidePowersOfTwo, max(most, size.width)),
      height: min(size.height.besidePowersOfTwo, max(most, size.height)))
    self.format = format
    self.context = context
    target = GLenum(layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D)
    guard !size.isEmpty, max(storage.width, storage.height) <= most else {
      throw .allocation(what: what, size)
    }
    unsafe glGenTextures(1, &handle)
    context.objectCount += 1
    bindAside()
    let (width, height) = (GLsizei(storage.width), GLsizei(storage.height))
    if layers > 0 {
      glTexStorage3D(target, 1, format.sized, width, height, GLsizei(layers))
    } else if format == .window {
      // The format is unsized, since not every GL with the extension has a sized one for it.
      glTexImage2D(
        target, 0, GL_BGRA_EXT, width, height, 0, GLenum(GL_BGRA_EXT), GLenum(GL_UNSIGNED_BYTE), nil)
    } else {
      glTexStorage2D(target, 1, format.sized, width, height)
    }
    let filter = format.isFilterable ? GL_LINEAR : GL_NEAREST
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), filter)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), filter)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    guard glGetError() == GLenum(GL_NO_ERROR) else {
      destroy()
      throw .allocation(what: what, size)
    }
  }

  isolated deinit { destroy() }

  /// Deletes the GL object. Idempotent.
  package func destroy() {
    unsafe context.delete(&handle) { unsafe glDeleteTextures(1, $0) }
  }

  /// Binds the texture to a unit that no program uses, so that the textures of the next draw stay bound.
  private func bindAside() {
    glActiveTexture(GLenum(GL_TEXTURE15))
    glBindTexture(target, handle)
  }

  /// Sets whether memory holds blue where the format says red, and red where it says blue.
  func setOrder(isBlueFirst: Bool) {
    bindAside()
    glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_R), isBlueFirst ? GL_BLUE : GL_RED)
    glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_B), isBlueFirst ? GL_RED : GL_BLUE)
  }

  /// Fills the texture from `values`, of which there must be as many as `size` holds.
  func fill<Value: BitwiseCopyable>(_ values: [Value]) {
    unsafe values.withUnsafeBytes { unsafe upload(PixelRect(size), from: $0.baseAddress!) }
  }

  /// Fills `rect` from memory; `rowLength` is the distance of rows in texels, 0 if there are no gaps.
  ///
  /// The corresponding C function is `glTexSubImage2D`.
  package func upload(_ rect: PixelRect, from bytes: UnsafeRawPointer, rowLength: Int = 0) {
    unsafe upload(rect, bytes, rowLength)
  }

  /// Fills `rect` from the pixel buffer that is bound; `rowLength` is the distance of rows in texels.
  func uploadBound(_ rect: PixelRect, rowLength: Int) { unsafe upload(rect, nil, rowLength) }

  private func upload(_ rect: PixelRect, _ bytes: UnsafeRawPointer?, _ rowLength: Int) {
    precondition(PixelRect(size).contains(rect), "\(rect) in \(size)")
    bindAside()
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(rowLength))
    unsafe glTexSubImage2D(
      target, 0, GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height),
      format.transfer, format.component, bytes)
  }

  /// Copies `rect` of the first `layers` layers from `source`, which must have the same format and size.
  ///
  /// The corresponding C function is `glCopyImageSubData`.
  func copy(_ rect: PixelRect, from source: Texture, layers: Int) {
    glCopyImageSubData(
      source.handle, source.target, 0, GLint(rect.x), GLint(rect.y), 0, handle, target, 0, GLint(rect.x),
      GLint(rect.y), 0, GLsizei(rect.width), GLsizei(rect.height), GLsizei(layers))
  }
}

extension Texture.Format {
  var sized: GLenum {
    switch self {
    case .half4: GLenum(GL_RGBA16F)
    case .float4: GLenum(GL_RGBA32F)
    case .byte4: GLenum(GL_RGBA8)
    case .byte: GLenum(GL_R8)
    case .float: GLenum(GL_R32F)
    case .float2: GLenum(GL_RG32F)
    case .window: GLenum(GL_BGRA_EXT)
    case .integer8: GLenum(GL_R8UI)
    case .integer32x4: GLenum(GL_RGBA32UI)
    }
  }

  /// The order of channels in the format's texels in memory.
  var transfer: GLenum {
    switch self {
    case .half4, .float4, .byte4: GLenum(GL_RGBA)
    case .byte, .float: GLenum(GL_RED)
    case .float2: GLenum(GL_RG)
    case .window: GLenum(GL_BGRA_EXT)
    case .integer8: GLenum(GL_RED_INTEGER)
    case .integer32x4: GLenum(GL_RGBA_INTEGER)
    }
  }

  var component: GLenum {
    switch self {
    case .half4: GLenum(GL_HALF_FLOAT)
    case .float, .float2, .float4: GLenum(GL_FLOAT)
    case .byte4, .byte, .window, .integer8: GLenum(GL_UNSIGNED_BYTE)
    case .integer32x4: GLenum(GL_UNSIGNED_INT)
    }
  }

  var isFilterable: Bool {
    switch self {
    case .half4, .float4, .byte4, .byte, .window: true
    case .float, .float2, .integer8, .integer32x4: false
    }
  }
}
