/// The names of workspaces that are shown whether they exist or not.
public struct PersistentWorkspaces: Equatable, Sendable {
  /// Some workspaces of an output.
  public struct Part: Equatable, Sendable {
    /// The name of the output; nil for every output.
    public var output: String?
    public var names: [String]

    public init(output: String?, names: [String]) {
      self.output = output
      self.names = names
    }
  }

  public var parts: [Part]

  /// Makes a list of workspaces for every output.
  public init(_ names: [String] = []) { parts = names.isEmpty ? [] : [Part(output: nil, names: names)] }

  public init(parts: [Part]) { self.parts = parts }

  /// The names of all outputs.
  public var names: [String] { parts.flatMap(\.names) }
}

extension ValueKind where Value == PersistentWorkspaces {
  /// The greatest number of workspaces that a number stands for.
  private static let most = 100
  private static let expected =
    "an array of names, a number, or a table of outputs such as { \"DP-1\" = [\"web\"], \"*\" = 5 }"

  /// An array of names, a number of workspaces, or a table of outputs with arrays of names or numbers of workspaces.
  static let persistentWorkspaces: Self = {
    let names = ValueKind<[String]>.array(.line("a name"), of: "names")
    return Self(
      type: "array of names, number, or table of outputs", expected: expected,
      shape: .any([
        names.shape, .integer(1...most),
        .table(.any([names.shape, .integer(1...most)]), isEmptyAllowed: true),
      ]),
      read: { value, decoder in
        if case .array = value.content { return names.read(value, &decoder).map { Value($0) } }
        if case .integer(let count) = value.content, (1...most).contains(count) {
          return Value((1...count).map { "\($0)" })
        }
        guard let entries = value.entries else { return decoder.reject(value, expected) }
        let parts = entries.compactMap { entry in
          read(entry.value, names, &decoder).map {
            Value.Part(output: entry.key == "*" ? nil : entry.key, names: $0)
          }
        }
        return parts.count == entries.count ? Value(parts: parts) : nil
      },
      written: { value in
        if value.parts.allSatisfy({ $0.output == nil }) { return names.written(value.names) }
        return TomlText.table(
          value.parts.map { "\(TomlText.string($0.output ?? "*")) = \(names.written($0.names))" })
      })
  }()

  /// Reads the names of an output; a number stands for the names from 1 on.
  private static func read(
    _ value: SettingsValue, _ names: ValueKind<[String]>, _ decoder: inout Decoder
  ) -> [String]? {
    guard case .integer(let count) = value.content else { return names.read(value, &decoder) }
    guard (1...most).contains(count) else {
      return decoder.reject(value, "an array of names, or a number from 1 to \(most)")
    }
    return (1...count).map { "\($0)" }
  }
}
