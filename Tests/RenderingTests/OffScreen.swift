import Measures
import Rendering
import Scenes
import TestSupport

/// A renderer of pictures without text or a window, shared by tests because its programs take long to compile.
enum OffScreen {
  static let context = Result { () throws(RenderingError) in try unsafe GraphicsContext(display: nil) }

  static func preview() throws -> GlassPreview {
    GlassPreview(try context.get()) { _ in Bitmap(size: PixelSize(width: 1, height: 1)) }
  }
}

/// Test pictures by name, so that a failed case says which it is.
enum Subject: String, CaseIterable, Sendable {
  case photo, text, columns, rows, noise, shapes

  func picture(_ size: PixelSize) -> Bitmap {
    switch self {
    case .photo: TestPictures.photo(size)
    case .text: TestPictures.text(size)
    case .columns: TestPictures.stripes(size, vertical: true)
    case .rows: TestPictures.stripes(size, vertical: false)
    case .noise: TestPictures.noise(size)
    case .shapes: TestPictures.shapes(size)
    }
  }
}
