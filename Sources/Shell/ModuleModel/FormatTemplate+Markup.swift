import TextProcessing

extension FormatTemplate {
  /// The first mistake in the format's markup; nil: there is none. Fields stand for texts, also as values of attributes;
  /// `colours` are those of the settings.
  public func markupMistake(colours: [String: SIMD4<Double>]) -> FormatMistake? {
    let (bytes, columns) = literals
    var reader = MarkupReader(bytes)
    do throws(MarkupMistake) {
      while let token = try reader.next() {
        guard case .start(let tag) = token, let mistake = Self.mistake(in: tag, of: reader, colours) else {
          continue
        }
        return FormatMistake(mistake.problem, column: columns[mistake.place])
      }
    } catch {
      return FormatMistake(.brokenMarkup(error.words), column: columns[error.place])
    }
    return nil
  }

  /// Whether `span` has an attribute in formats with markup, and the attribute takes a value.
  public static func takes(markup attribute: String, _ value: String) -> Bool {
    var style = MarkupStyle()
    return (try? style.set(attribute.lowercased(), to: value)) != nil
  }

  private static func mistake(
    in tag: MarkupReader.Tag, of reader: MarkupReader, _ colours: [String: SIMD4<Double>]
  ) -> (problem: FormatMistake.Problem, place: Int)? {
    var style = MarkupStyle()
    let element = reader.text(tag.name)
    guard style.enter(element.lowercased()) else {
      let problem = FormatMistake.Problem.unknownMarkup(element, what: "element", known: MarkupStyle.elements)
      return (problem, tag.name.lowerBound)
    }
    for attribute in tag.attributes {
      let name = reader.text(attribute.name)
      do throws(MarkupStyle.Mistake) {
        try style.set(name.lowercased(), to: reader.value(attribute), colours: colours)
      } catch {
        switch error {
        case .unknown:
          return (
            .unknownMarkup(name, what: "attribute", known: MarkupStyle.attributes), attribute.name.lowerBound
          )
        case .wrong(let expected, let known):
          // The value of a field is not known yet.
          if reader.bytes[attribute.value].contains(RichText.objectByte) { continue }
          return (
            .wrongAttribute(name, value: reader.value(attribute), expected: expected, known: known),
            attribute.value.lowerBound
          )
        }
      }
    }
    return nil
  }

  /// The UTF-8 of the format with a byte for each field, and the place of each byte in `source`, in Unicode scalars from 1.
  private var literals: (bytes: [UInt8], columns: [Int]) {
    var (bytes, columns): ([UInt8], [Int]) = ([], [])
    var (isInField, isDoubled) = (false, false)
    let scalars = Array(source.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      func add(_ added: some Sequence<UInt8>) {
        for byte in added {
          bytes.append(byte)
          columns.append(place + 1)
        }
      }
      if isWholeTime {
        add(String(scalar).utf8)
      } else if isDoubled {
        isDoubled = false
      } else if isInField {
        isInField = scalar != "}"
      } else if scalar == "{" || scalar == "}" {
        isDoubled = place + 1 < scalars.count && scalars[place + 1] == scalar
        isInField = !isDoubled
        add(isDoubled ? [UInt8(ascii: scalar)] : [RichText.objectByte])
      } else {
        add(String(scalar).utf8)
      }
    }
    columns.append(scalars.count + 1)
    return (bytes, columns)
  }

  /// Whether the format is one of strftime(3) as a whole.
  private var isWholeTime: Bool {
    if case .time(_, format: source)? = parts.first, parts.count == 1 { true } else { false }
  }
}
