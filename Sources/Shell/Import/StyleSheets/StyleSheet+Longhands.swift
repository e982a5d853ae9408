extension StyleSheet.Declaration {
  private static let borderStyles: Set = [
    "none", "hidden", "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset",
  ]

  /// The declaration as those of single properties: `padding` as those of four sides, `background` as a colour and a picture.
  var longhands: [StyleSheet.Declaration] {
    switch property {
    case "padding", "margin": return clockwise(words, BoxParts.sides.map { "\(property)-\($0)" })
    case "border-width", "border-color", "border-style":
      let part = property.dropFirst("border-".count)
      return clockwise(words, BoxParts.sides.map { "border-\($0)-\(part)" })
    case "border-radius":
      // Radii behind a slash are left out.
      let radii = value.prefix { $0 != "/" }.split(separator: " ").map(String.init)
      return clockwise(radii, BoxParts.corners.map { "border-\($0)-radius" })
    case "border": return BoxParts.sides.flatMap { border($0) }
    case "border-top", "border-right", "border-bottom", "border-left":
      return border(String(property.dropFirst("border-".count)))
    case "background": return backgrounds
    case "font": return font
    default: return [self]
    }
  }

  private func with(_ property: String, _ value: String) -> StyleSheet.Declaration {
    var copy = self
    (copy.property, copy.value) = (property, value)
    return copy
  }

  /// The parts of the value that spaces separate.
  private var words: [String] { value.splitOutsideParentheses(at: " ").filter { !$0.isEmpty } }

  /// One to four values for the sides or corners.
  private func clockwise(_ values: [String], _ properties: [String]) -> [StyleSheet.Declaration] {
    zip(properties, values.clockwise ?? []).map { with($0, $1) }
  }

  /// Width, style and colour of a border in any order.
  private func border(_ side: String) -> [StyleSheet.Declaration] {
    var (width, style, colour) = ("0", "none", "currentColor")
    for part in words {
      if Self.borderStyles.contains(part.lowercased()) {
        style = part.lowercased()
      } else if part.first?.isNumber == true || part.hasPrefix(".") {
        width = part
      } else {
        colour = part
      }
    }
    return [
      with("border-\(side)-width", width), with("border-\(side)-style", style),
      with("border-\(side)-color", colour),
    ]
  }

  /// The colour and the picture of a background; what is left out is transparent or none.
  private var backgrounds: [StyleSheet.Declaration] {
    let parts = words
    let picture = parts.first { $0.has("gradient(") || $0.hasPrefix("url(") || $0.hasPrefix("image(") }
    let colour = parts.first { part in
      part != picture
        && (part.hasPrefix("#") || part.hasPrefix("@") || part.last == ")" || part.allSatisfy(\.isLetter))
        && !Self.backgroundWords.contains(part.lowercased())
    }
    return [with("background-color", colour ?? "transparent"), with("background-image", picture ?? "none")]
  }

  private static let backgroundWords: Set = [
    "none", "repeat", "scroll", "fixed", "center", "top", "bottom", "left", "right", "cover", "contain",
  ]

  /// Style, weight, size and families of a font; style and weight that are left out are the usual ones.
  private var font: [StyleSheet.Declaration] {
    var words = words
    var result = [with("font-style", "normal"), with("font-weight", "normal")]
    while let word = words.first?.lowercased() {
      if word == "italic" || word == "oblique" {
        result.append(with("font-style", word))
      } else if ["bold", "bolder", "lighter"].contains(word) || word.count == 3 && Int(word) != nil {
        result.append(with("font-weight", word))
      } else if word.first?.isNumber == true || word.hasPrefix(".") {
        result.append(with("font-size", String(word.prefix { $0 != "/" })))
        words.removeFirst()
        break
      } else if word != "normal" {
        break
      }
      words.removeFirst()
    }
    return words.isEmpty ? result : result + [with("font-family", words.joined(separator: " "))]
  }
}
