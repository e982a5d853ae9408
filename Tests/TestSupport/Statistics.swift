/// The statistics of a running instance, as it sends them over its socket.
public struct Statistics: CustomStringConvertible, Sendable {
  private let json: String

  /// Wraps an answer to the command `statistics`.
  public init(json: String) {
    self.json = json
  }

  public var description: String { json }

  /// The sum of all numbers with this name anywhere in the answer; nil if there is none.
  public subscript(name: String) -> Int? {
    var sum: Int?
    var rest = json[...]
    while let range = rest.firstRange(of: "\"\(name)\":") {
      rest = rest[range.upperBound...].drop { $0 == " " }
      if let number = Int(rest.prefix { $0.isNumber || $0 == "-" }) { sum = (sum ?? 0) + number }
    }
    return sum
  }

  /// Whether a string with this name has this value anywhere in the answer.
  public func has(_ name: String, _ value: String) -> Bool {
    json.contains("\"\(name)\":\"\(value)\"") || json.contains("\"\(name)\": \"\(value)\"")
  }

  /// All strings with this name, in their order.
  public func values(_ name: String) -> [String] {
    var values: [String] = []
    var rest = json[...]
    while let range = rest.firstRange(of: "\"\(name)\":") {
      rest = rest[range.upperBound...].drop { $0 == " " }
      if rest.first == "\"" { values.append(String(rest.dropFirst().prefix { $0 != "\"" })) }
    }
    return values
  }
}
