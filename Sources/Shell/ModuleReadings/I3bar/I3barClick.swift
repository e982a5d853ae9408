import TextProcessing

/// A click or a scroll step on a block, which is written to the program's standard input as a click event.
public struct I3barClick: Equatable, Sendable {
  /// The names of the block, as the program gave them in `I3barBlock`.
  public var name, instance: String?
  /// The number of the button, as X11 counts: 1 left, 2 middle, 3 right, 4 to 7 a wheel up, down, left and right,
  /// 8 back, 9 forward.
  public var button: Int
  /// The position of the pointer or finger on the output, in logical pixels.
  public var x, y: Double
  /// The position of the pointer or finger within the block, and the size of the block, in logical pixels.
  public var relativeX, relativeY, width, height: Double
  /// The scale of the output: physical pixels per logical pixel.
  public var scale: Double

  public init(
    name: String?, instance: String?, button: Int, x: Double, y: Double, relativeX: Double, relativeY: Double,
    width: Double, height: Double, scale: Double
  ) {
    (self.name, self.instance, self.button) = (name, instance, button)
    (self.x, self.y, self.relativeX, self.relativeY) = (x, y, relativeX, relativeY)
    (self.width, self.height, self.scale) = (width, height, scale)
  }

  /// The maximum length of an event, in bytes: `PIPE_BUF` of Linux, up to which a pipe takes a write as a whole or
  /// not at all.
  static let longest = 4096

  /// Returns the event as an element of the endless JSON array that the program reads, which the first event opens;
  /// nil if it is longer than `longest`.
  ///
  /// The list of modifiers is always empty, since compositors send modifiers only to the client with the keyboard
  /// focus.
  public func bytes(isFirst: Bool) -> [UInt8]? {
    func whole(_ number: Double) -> JSONValue { JSONValue(Int(min(max(number, -1e6), 1e6).rounded(.down))) }
    var members: [String: JSONValue] = [
      "button": JSONValue(button), "modifiers": [], "x": whole(x), "y": whole(y), "output_x": whole(x),
      "output_y": whole(y), "relative_x": whole(relativeX), "relative_y": whole(relativeY),
      "width": whole(width), "height": whole(height), "scale": .number(scale),
    ]
    if let name { members["name"] = .string(name) }
    if let instance { members["instance"] = .string(instance) }
    let bytes = Array("\(isFirst ? "[\n" : ",")\(JSONValue.object(members))\n".utf8)
    return bytes.count <= Self.longest ? bytes : nil
  }
}
