/// A kind of value on the command line: its reading, its writing and its completion.
public struct ArgumentKind<Value> {
  /// Reads a value; nil if the text is none.
  let read: (String) -> Value?
  /// Writes a value as it is read.
  let written: (Value) -> String
  /// The values that help and messages list; empty if there are too many.
  let choices: [String]
  let completion: Parameter.Completion

  /// Makes a kind; shells offer `choices` unless there is another `completion`.
  public init(
    choices: [String] = [], completion: Parameter.Completion? = nil, written: @escaping (Value) -> String,
    read: @escaping (String) -> Value?
  ) {
    self.read = read
    self.written = written
    self.choices = choices
    self.completion = completion ?? (choices.isEmpty ? .none : .words(choices))
  }
}

extension ArgumentKind<String> {
  /// Any text.
  public static var text: Self { Self(written: \.self, read: \.self) }
  /// The path of a file.
  public static var file: Self { Self(completion: .files, written: \.self, read: \.self) }
  /// Any text, for which shells offer some words.
  public static func text(such words: [String]) -> Self {
    Self(completion: .words(words), written: \.self, read: \.self)
  }
}

extension ArgumentKind {
  /// The same kind, for which shells ask the program's own command `complete` for words of a kind.
  public func asking(_ words: String) -> Self {
    Self(choices: choices, completion: .asked(words), written: written, read: read)
  }
}

extension ArgumentKind<Double> {
  /// A number, with a fraction or without.
  public static var number: Self {
    Self(written: { number in Int(exactly: number).map(String.init) ?? "\(number)" }, read: { Double($0) })
  }
}

extension ArgumentKind<Bool> {
  /// The words `true` and `false`.
  public static var boolean: Self {
    Self(choices: ["true", "false"], written: { "\($0)" }, read: { Bool($0) })
  }
}

extension ArgumentKind where Value: FixedWidthInteger {
  /// A number without a fraction, in the range of its type.
  public static var integer: Self { Self(written: { "\($0)" }, read: { Value($0) }) }
}

extension ArgumentKind where Value: CaseIterable & RawRepresentable<String> {
  /// The name of a case.
  public static var name: Self {
    Self(choices: Value.allCases.map(\.rawValue), written: \.rawValue, read: { Value(rawValue: $0) })
  }
}
