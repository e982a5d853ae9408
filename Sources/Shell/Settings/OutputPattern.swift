public import Patterns

/// What outputs a bar is for: a pattern, with a `!` in front for what it is not for.
public struct OutputPattern: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// As written: `DP-*`, `!eDP-1`, `Dell Inc. U2720Q *`.
  public let description: String
  /// An output that it matches is left out.
  public let isExclusion: Bool
  private let pattern: TextPattern

  public init(_ description: String) throws(TextPattern.Mistake) {
    self.description = description
    isExclusion = description.hasPrefix("!")
    let text = isExclusion ? String(description.dropFirst()) : description
    guard !text.isEmpty else { throw TextPattern.Mistake(words: "empty") }
    pattern = try TextPattern(text)
  }

  /// Whether it finds any name of the output.
  public func matches(_ output: OutputNames) -> Bool { output.all.contains(where: pattern.matches) }
}

/// What an output is called.
public struct OutputNames: Equatable, Sendable {
  /// By the compositor, such as `DP-1`.
  public var name: String
  public var make: String
  public var model: String
  /// Of the compositor's making, with the serial number on most.
  public var text: String

  public init(name: String, make: String = "", model: String = "", text: String = "") {
    self.name = name
    self.make = make
    self.model = model
    self.text = text
  }

  /// `DP-1`, `Dell Inc. U2720Q`, and with the serial number `Dell Inc. U2720Q 7YV1N13`.
  var all: [String] {
    var names = [name, make + " " + model, text]
    // wlroots and sway end it with the connector in parentheses.
    if text.hasSuffix(")"), let end = text.lastIndex(of: "(") {
      names.append(String(text[..<end].reversed().drop { $0 == " " }.reversed()))
    }
    return names
  }
}
