import CWaylandCursor
import Geometry
import Glibc

/// The cursor of one pointer: a named shape where the compositor draws cursors, else a picture of the user's
/// theme.
@MainActor @safe final class Cursor {
  private let pointer: WlPointer
  private let theme: CursorTheme
  private let connection: Connection
  private let named: WpCursorShapeDeviceV1?
  /// The surface that shows a picture; made for the first one.
  private var surface: Surface?
  private var shown: Picture?

  /// A cursor on the screen, and the serial of the enter event for which it was set.
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

  /// Destroys the cursor's objects, before the pointer is destroyed; idempotent.
  func destroy() {
    named?.destroy()
    surface?.destroy()
    surface = nil
  }

  /// Notes that the pointer has left our surfaces, so that others set its cursor.
  func forget() { shown = nil }

  /// Shows a shape; `scale` is physical pixels per logical pixel, `serial` that of the pointer's enter event.
  func show(_ shape: CursorShape, scale: Double, serial: UInt32) {
    // The compositor scales down a picture that is larger than needed.
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
