/// The value of the key `Exec` of a desktop entry, by the Desktop Entry Specification 1.5.
struct ExecLine {
  /// The program and its arguments, with no file to open; nil if the value is wrong or starts nothing.
  let command: [String]?

  /// Reads a value as it is in the file; `name` and `icon` are those of the entry, which arguments may have.
  init(_ value: Substring, name: String, icon: String?) {
    var reader = Reader(name: name, icon: icon)
    for character in Self.unescaped(value) { reader.take(character) }
    reader.endWord()
    let isWhole = !reader.isQuoted && !reader.isEscaped && reader.words.first?.isEmpty == false
    command = isWhole ? reader.words : nil
  }

  /// Decodes the escapes of a value; those of arguments come later.
  private static func unescaped(_ value: Substring) -> String {
    let escapes: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]
    var text = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        // Some entries escape quotes once where they should twice.
        text += escapes[character].map { String($0) } ?? "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Splits a line into words.
  private struct Reader {
    let name: String
    let icon: String?
    private(set) var words: [String] = []
    private(set) var isQuoted = false
    private(set) var isEscaped = false
    /// The word that is being read; nil between words.
    private var word: String?
    private var isCode = false

    init(name: String, icon: String?) { (self.name, self.icon) = (name, icon) }

    mutating func take(_ character: Character) {
      if isEscaped {
        isEscaped = false
        add(String(character))
      } else if isCode {
        isCode = false
        take(code: character)
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
        add("")
      } else if character == "%" {
        isCode = true
      } else if !isQuoted, " \t\n\r".contains(character) {
        endWord()
      } else {
        add(String(character))
      }
    }

    mutating func endWord() {
      if let word { words.append(word) }
      word = nil
    }

    /// Puts in what a code means; those for files, and those that are no longer in use, mean nothing.
    private mutating func take(code: Character) {
      switch code {
      case "%": add("%")
      case "c": add(name)
      case "i":
        endWord()
        if let icon { words += ["--icon", icon] }
      default: break
      }
    }

    private mutating func add(_ text: String) { word = (word ?? "") + text }
  }
}
