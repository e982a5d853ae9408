import Settings

/// The value of an option that is nearest to a wanted one.
struct FittedValue {
  var value: SettingsValue
  /// Whether it is the wanted value itself.
  var isExact = true

  /// Fits a value to the shape of an option; nil if the option takes nothing like it.
  init?(_ wanted: SettingsValue, to shape: ValueShape) {
    value = wanted
    switch (shape, wanted.content) {
    case (.integer(let range), .integer(let integer)): fit(integer, in: range)
    case (.integer(let range), .number(let number)) where number.magnitude < 1e9:
      fit(Int(number.rounded()), in: range)
      isExact = isExact && number == number.rounded()
    case (.number(let range), .integer(let integer)): fit(Double(integer), in: range)
    case (.number(let range), .number(let number)) where !number.isNaN: fit(number, in: range)
    case (.boolean, .boolean), (.string(isEmptyAllowed: true), .string), (.yes, .boolean(true)): break
    case (.string, .string(let text)) where !text.isEmpty: break
    case (.names(let names), .string(let name)) where names.contains(name): break
    case (.array(let element, let count), .array(let elements)) where count.contains(elements.count):
      let fitted = elements.compactMap { FittedValue($0, to: element) }
      guard fitted.count == elements.count else { return nil }
      (value, isExact) = (.array(fitted.map(\.value)), fitted.allSatisfy(\.isExact))
    case (.any(let shapes), _):
      let fitted = shapes.compactMap { FittedValue(wanted, to: $0) }
      guard let best = fitted.first(where: \.isExact) ?? fitted.first else { return nil }
      self = best
    default: return nil
    }
  }

  private mutating func fit(_ wanted: Int, in range: ClosedRange<Int>) {
    let nearest = wanted.clamped(to: range)
    (value, isExact) = (.number(nearest), nearest == wanted)
  }

  private mutating func fit(_ wanted: Double, in range: ClosedRange<Double>) {
    let nearest = wanted.clamped(to: range)
    (value, isExact) = (.number(nearest), nearest == wanted)
  }
}
