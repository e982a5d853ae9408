/// Reads the selectors in front of a block of declarations.
struct SelectorReader {
  private let characters: [Character]
  private var index = 0

  private init(_ text: String) { characters = Array(text) }

  /// Reads a list of selectors; those that are wrong are left out.
  static func selectors(_ text: String) -> [StyleSelector] {
    text.splitOutsideParentheses(at: ",").compactMap { part in
      var reader = SelectorReader(part.trimmedSpace)
      return reader.selector()
    }
  }

  private var next: Character? { index < characters.count ? characters[index] : nil }

  private mutating func selector() -> StyleSelector? {
    var compounds: [StyleSelector.Compound] = []
    var combinators: [StyleSelector.Combinator] = []
    while next != nil {
      if !compounds.isEmpty {
        guard let combinator = combinator() else { break }
        combinators.append(combinator)
      }
      guard let compound = compound() else { return nil }
      compounds.append(compound)
    }
    guard !compounds.isEmpty, combinators.count == compounds.count - 1 else { return nil }
    return StyleSelector(compounds: compounds, combinators: combinators)
  }

  /// Reads the space or the sign between two compounds; nil at the end.
  private mutating func combinator() -> StyleSelector.Combinator? {
    var combinator = StyleSelector.Combinator.descendant
    while let character = next {
      if character == ">" {
        combinator = .child
      } else if character == "+" || character == "~" {
        combinator = .sibling
      } else if !character.isWhitespace {
        return combinator
      }
      index += 1
    }
    return nil
  }

  private mutating func compound() -> StyleSelector.Compound? {
    var compound = StyleSelector.Compound()
    let start = index
    while let character = next {
      switch character {
      case "*": index += 1
      case "#":
        guard let name = name(after: 1) else { return nil }
        compound.ids.append(name)
      case ".":
        guard let name = name(after: 1) else { return nil }
        compound.classes.append(name)
      case ":": guard pseudoClass(&compound) else { return nil }
      case ">", "+", "~": return index > start ? compound : nil
      default:
        if character.isWhitespace { return index > start ? compound : nil }
        guard index == start, let name = name(after: 0) else { return nil }
        compound.element = name
      }
    }
    return index > start ? compound : nil
  }

  /// Reads a pseudo-class with its arguments; returns whether it is one that is known.
  private mutating func pseudoClass(_ compound: inout StyleSelector.Compound) -> Bool {
    let colons = characters[index...].prefix { $0 == ":" }.count
    guard let name = name(after: colons) else { return false }
    guard next == "(" else {
      compound.states.append(name)
      return true
    }
    guard let end = characters[index...].firstIndex(of: ")") else { return false }
    let argument = String(characters[index + 1..<end])
    index = end + 1
    switch name {
    case "not":
      let negated = Self.selectors(argument)
      guard negated.allSatisfy({ $0.compounds.count == 1 }) else { return false }
      compound.negated += negated.map(\.subject)
    case "nth-child": compound.places.append(argument)
    default: compound.states.append("\(name)(\(argument))")
    }
    return true
  }

  /// Reads a name behind `count` characters, in which a backslash makes the next character a part of it; nil: there is none.
  private mutating func name(after count: Int) -> String? {
    index += count
    var name = ""
    while let character = next {
      if character == "\\" {
        index += 1
        guard let escaped = next else { return nil }
        name.append(escapedCharacter(escaped))
      } else if character.isLetter || character.isNumber || "-_".contains(character) || !character.isASCII {
        name.append(character)
        index += 1
      } else {
        break
      }
    }
    return name.isEmpty ? nil : name
  }

  /// Reads what follows a backslash: up to six hexadecimal digits of a code and one space, or a character that stands for itself.
  private mutating func escapedCharacter(_ first: Character) -> Character {
    guard first.isHexDigit else {
      index += 1
      return first
    }
    var code: UInt32 = 0
    for _ in 0..<6 {
      guard let digit = next?.hexDigitValue else { break }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    if next?.isWhitespace == true { index += 1 }
    return Unicode.Scalar(code).map(Character.init) ?? "\u{FFFD}"
  }
}
