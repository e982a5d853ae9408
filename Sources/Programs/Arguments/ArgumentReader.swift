/// Assigns the words after a command's name to its parameters.
struct ArgumentReader {
  let parameters: [Parameter]

  /// A parameter that is given, and the text of its value.
  struct Given: Equatable {
    var index: Int
    /// The name with which it is given; nil for an argument without one.
    var name: String?
    var text: String
  }

  /// Reads `words`; the result has the order of the words, the arguments last.
  func read(_ words: [String]) throws(CommandLineError.Problem) -> [Given] {
    var given: [Given] = []
    var free: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        free += rest
        break
      }
      guard Self.isOption(word) else {
        free.append(word)
        continue
      }
      given.append(try readOption(OptionWord(word), &rest))
    }
    given = try joining(given, free)
    try check(given)
    return given
  }

  /// Whether a word is an option; a dash alone is a value, and so is a number below zero.
  static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !("0"..."9").contains(second)
  }

  /// Reads an option, and takes its value from `rest` if the word has none.
  private func readOption(
    _ option: OptionWord, _ rest: inout ArraySlice<String>
  ) throws(CommandLineError.Problem) -> Given {
    guard let index = parameters.firstIndex(where: { $0.names.contains(option.name) }) else {
      throw .unknownOption(option.name, known: CommandLineError.names(of: parameters))
    }
    let parameter = parameters[index]
    if parameter.form == .flag {
      if let value = option.value { throw .valueOfFlag(option.name, value) }
      return Given(index: index, name: option.name, text: "")
    }
    if let value = option.value { return Given(index: index, name: option.name, text: value) }
    guard let value = rest.first, !Self.isOption(value) else { throw .missingValue(parameter, option.name) }
    rest.removeFirst()
    return Given(index: index, name: option.name, text: value)
  }

  /// Adds the words without a name as arguments.
  private func joining(_ named: [Given], _ free: [String]) throws(CommandLineError.Problem) -> [Given] {
    let arguments = parameters.indices.filter { parameters[$0].form == .argument }
    guard free.count <= arguments.count else {
      throw .unexpectedArguments(Array(free[arguments.count...]))
    }
    for (index, text) in zip(arguments, free) {
      guard let other = named.first(where: { $0.index == index }) else { continue }
      throw .givenTwice(parameters[index], text, other.text)
    }
    return named + zip(arguments, free).map { Given(index: $0, name: nil, text: $1) }
  }

  /// Checks that nothing is missing, and that nothing is given beside a parameter that excludes it.
  private func check(_ given: [Given]) throws(CommandLineError.Problem) {
    let indices = Set(given.map(\.index))
    for (index, parameter) in parameters.enumerated() {
      guard indices.contains(index) else {
        if parameter.isRequired { throw .missing(parameter) }
        continue
      }
      guard let excluded = parameter.excluded,
        let other = indices.first(where: { parameters[$0].long == excluded })
      else { continue }
      throw .exclusive(parameters[other], parameter)
    }
  }
}

/// An option as it is written: a name with its dashes, and perhaps a value after an equals sign.
struct OptionWord {
  var name: String
  var value: String?

  init(_ word: String) {
    let equals = word.firstIndex(of: "=")
    name = String(word[..<(equals ?? word.endIndex)])
    value = equals.map { String(word[word.index(after: $0)...]) }
  }
}
