import JSON

/// What people do with a block, as it is written to the program.
public struct I3barClick: Equatable, Sendable {
  /// The block that is meant.
  public var name, instance: String?
  /// The number of the button, as X11 counts: 1 left, 2 middle, 3 right, 4 to 7 a wheel up, down, left and right,
  /// 8 back, 9 forward.
  public var button: Int
  /// The pointer on the output, in logical pixels.
  public var x, y: Double
  /// The pointer within the block, and the size of the block, in logical pixels.
  public var relativeX, relativeY, width, height: Double
  /// Physical per logical pixels.
  public var scale: Double

  public init(
    name: String?, instance: String?, button: Int, x: Double, y: Double, relativeX: Double, relativeY: Double,
    width: Double, height: Double, scale: Double
  ) {
    (self.name, self.instance, self.button) = (name, instance, button)
    (self.x, self.y, self.relativeX, self.relativeY) = (x, y, relativeX, relativeY)
    (self.width, self.height, self.scale) = (width, height, scale)
  }

  /// The longest event that is written, in bytes: a pipe takes it as a whole or not at all.
  static let longest = 4096

  /// The event as an element of an array without an end, which `isFirst` opens; nil if its names are too long for a pipe.
  ///
  /// Modifiers are not known, since compositors tell them to whoever has the keyboard.
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
