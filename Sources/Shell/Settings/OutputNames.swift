/// The names of an output.
public struct OutputNames: Equatable, Sendable {
  /// The compositor's name, such as `DP-1`.
  public var name: String
  public var make: String
  public var model: String
  /// The compositor's description, which contains the serial number on most compositors.
  public var text: String

  public init(name: String, make: String = "", model: String = "", text: String = "") {
    self.name = name
    self.make = make
    self.model = model
    self.text = text
  }

  /// All names: `DP-1`, `Dell Inc. U2720Q`, and with the serial number `Dell Inc. U2720Q 7YV1N13`.
  var all: [String] {
    var names = [name, make + " " + model, text]
    // wlroots and sway append the connector in parentheses.
    if text.hasSuffix(")"), let end = text.lastIndex(of: "(") {
      names.append(String(text[..<end].reversed().drop { $0 == " " }.reversed()))
    }
    return names
  }
}
