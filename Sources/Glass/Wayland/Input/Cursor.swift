import CWaylandCursor
import Geometry
import Glibc

/// What one pointer looks like: by name where the compositor draws cursors, else as a picture of the user's theme.
@MainActor @safe final class Cursor {
  private let pointer: WlPointer
  private let theme: CursorTheme
  private let connection: Connection
  private let named: WpCursorShapeDeviceV1?
  /// Of a picture; made by the first.
  private var surface: Surface?
  private var shown: Picture?

  /// A cursor on the screen, and by which entry of the pointer.
  private struct Picture: Equatable {
    var shape: CursorShape
    var scale: Int
    var serial: UInt32
  }

  init(of pointer: WlPointer, theme: CursorTheme, _ connection: Connection) {
    self.pointer = pointer
    self.theme = theme
    self.connection = connection
    named = try? connection.globals.shared(WpCursorShapeManagerV1.self, version: 1)
      .getPointer(pointer: pointer)
  }

  isolated deinit {
    destroy()
  }

  /// Before its pointer; idempotent.
  func destroy() {
    named?.destroy()
    surface?.destroy()
    surface = nil
  }

  /// The pointer has left: what it looks like elsewhere is not ours.
  func forget() { shown = nil }

  /// `serial`: that of the pointer's entry.
  func show(_ shape: CursorShape, scale: Double, serial: UInt32) {
    // The compositor scales down what is larger than it needs.
    let wanted = Picture(shape: shape, scale: max(1, Int(scale.rounded(.up))), serial: serial)
    guard wanted != shown else { return }
    shown = wanted
    if let named {
      named.setShape(serial: serial, shape: shape.name)
    } else {
      showPicture(wanted)
    }
  }

  private func showPicture(_ wanted: Picture) {
    guard let image = theme.image(of: wanted.shape, scale: wanted.scale),
      let surface = try? self.surface ?? Surface(connection)
    else { return }
    self.surface = surface
    surface.setBufferScale(image.scale)
    unsafe surface.proxy.attach(foreign: image.buffer)
    surface.damage()
    surface.commit()
    pointer.setCursor(
      serial: wanted.serial, surface: surface.proxy, hotspotX: Int32(image.hotspot.x / image.scale),
      hotspotY: Int32(image.hotspot.y / image.scale))
  }
}

extension CursorShape {
  fileprivate var name: WpCursorShapeDeviceV1.Shape {
    switch self {
    case .default: .default
    case .pointer: .pointer
    case .text: .text
    }
  }
}
