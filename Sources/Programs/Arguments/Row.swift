/// A row of a command's table: the description of a parameter, and the property that it sets.
public struct Row<Values> {
  public private(set) var parameter: Parameter
  /// Reads a value into its property; returns false if the text is no such value.
  let set: (inout Values, String) -> Bool
}

extension Row where Values: RunnableCommand {
  /// A flag, which sets its property to true; `missing` is the message if a required flag is missing.
  public static func flag(
    _ name: String, _ path: WritableKeyPath<Values, Bool>, excludes: String? = nil, missing: String? = nil,
    _ text: String
  ) -> Self {
    var parameter = Parameter(form: .flag, long: name, text: text)
    parameter.excluded = excludes
    parameter.isRequired = missing != nil
    parameter.missing = missing
    return Self(parameter: parameter) { values, _ in
      values[keyPath: path] = true
      return true
    }
  }

  /// An option that may be left out, without a default.
  public static func option<Value>(
    _ name: String, short: Character? = nil, _ path: WritableKeyPath<Values, Value?>, _ value: String,
    _ kind: ArgumentKind<Value>, excludes: String? = nil, _ text: String
  ) -> Self {
    var row = named(name, short, value, kind, text) { $0[keyPath: path] = $1 }
    row.parameter.excluded = excludes
    return row
  }

  /// An option whose default is the value that its property has at first.
  public static func option<Value>(
    _ name: String, short: Character? = nil, _ path: WritableKeyPath<Values, Value>, _ value: String,
    _ kind: ArgumentKind<Value>, _ text: String
  ) -> Self {
    var row = named(name, short, value, kind, text) { $0[keyPath: path] = $1 }
    row.parameter.default = kind.written(Values()[keyPath: path])
    return row
  }

  /// An option that must be given.
  public static func option<Value>(
    needed name: String, short: Character? = nil, _ path: WritableKeyPath<Values, Value>, _ value: String,
    _ kind: ArgumentKind<Value>, _ text: String
  ) -> Self {
    var row = named(name, short, value, kind, text) { $0[keyPath: path] = $1 }
    row.parameter.isRequired = true
    return row
  }

  /// An option that must be given once or several times; `missing` is the message if it is not given.
  public static func option<Value>(
    repeated name: String, _ path: WritableKeyPath<Values, [Value]>, _ value: String,
    _ kind: ArgumentKind<Value>, missing: String, _ text: String
  ) -> Self {
    var row = named(name, nil, value, kind, text) { $0[keyPath: path].append($1) }
    row.parameter.isRepeated = true
    row.parameter.isRequired = true
    row.parameter.missing = missing
    return row
  }

  /// An argument that may be left out, without a default; `option` is the name of an option that does the same.
  public static func argument<Value>(
    _ value: String, or option: String? = nil, _ path: WritableKeyPath<Values, Value?>,
    _ kind: ArgumentKind<Value>, _ text: String
  ) -> Self {
    var row = unnamed(value, kind, text) { $0[keyPath: path] = $1 }
    row.parameter.long = option
    return row
  }

  /// An argument whose default is the value that its property has at first.
  public static func argument<Value>(
    _ value: String, _ path: WritableKeyPath<Values, Value>, _ kind: ArgumentKind<Value>, _ text: String
  ) -> Self {
    var row = unnamed(value, kind, text) { $0[keyPath: path] = $1 }
    row.parameter.default = kind.written(Values()[keyPath: path])
    return row
  }

  /// An argument that must be given.
  public static func argument<Value>(
    needed value: String, _ path: WritableKeyPath<Values, Value>, _ kind: ArgumentKind<Value>, _ text: String
  ) -> Self {
    var row = unnamed(value, kind, text) { $0[keyPath: path] = $1 }
    row.parameter.isRequired = true
    return row
  }

  private static func named<Value>(
    _ name: String, _ short: Character?, _ value: String, _ kind: ArgumentKind<Value>, _ text: String,
    _ assign: @escaping (inout Values, Value) -> Void
  ) -> Self {
    var row = unnamed(value, kind, text, assign)
    row.parameter.form = .option
    row.parameter.long = name
    row.parameter.short = short
    return row
  }

  private static func unnamed<Value>(
    _ value: String, _ kind: ArgumentKind<Value>, _ text: String,
    _ assign: @escaping (inout Values, Value) -> Void
  ) -> Self {
    let parameter = Parameter(
      form: .argument, value: value, text: text, choices: kind.choices, completion: kind.completion)
    return Self(parameter: parameter) { values, text in
      guard let read = kind.read(text) else { return false }
      assign(&values, read)
      return true
    }
  }
}
