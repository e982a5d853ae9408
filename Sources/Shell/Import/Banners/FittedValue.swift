import Settings

/// The value of an option that is nearest to a wanted one.
struct FittedValue {
  var value: SettingsValue
  /// Whether it is the wanted value itself.
  var isExact: Bool

  /// Fits a value to the shape of an option; nil if the option takes nothing like it.
  init?(_ wanted: SettingsValue, to shape: ValueShape) {
    switch (shape, wanted.content) {
    case (.integer(let range), .integer(let integer)):
      self.init(integer, in: range)
    case (.integer(let range), .number(let number)) where number.magnitude < 1e9:
      self.init(Int(number.rounded()), in: range)
      isExact = isExact && number == number.rounded()
    case (.number(let range), .integer(let integer)):
      self.init(Double(integer), in: range)
    case (.number(let range), .number(let number)) where !number.isNaN:
      self.init(number, in: range)
    case (.boolean, .boolean), (.string(isEmptyAllowed: true), .string): self.init(exactly: wanted)
    case (.yes, .boolean(true)): self.init(exactly: wanted)
    case (.string, .string(let text)) where !text.isEmpty: self.init(exactly: wanted)
    case (.names(let names), .string(let name)) where names.contains(name): self.init(exactly: wanted)
    case (.array(let element, let count), .array(let elements)) where count.contains(elements.count):
      self.init(elements, of: element)
    case (.any(let shapes), _):
      let fitted = shapes.compactMap { FittedValue(wanted, to: $0) }
      guard let best = fitted.first(where: \.isExact) ?? fitted.first else { return nil }
      self = best
    default: return nil
    }
  }

  private init(exactly value: SettingsValue) { (self.value, isExact) = (value, true) }

  private init(_ wanted: Int, in range: ClosedRange<Int>) {
    let nearest = min(max(wanted, range.lowerBound), range.upperBound)
    (value, isExact) = (SettingsValue(.integer(nearest)), nearest == wanted)
  }

  private init(_ wanted: Double, in range: ClosedRange<Double>) {
    let nearest = min(max(wanted, range.lowerBound), range.upperBound)
    (value, isExact) = (.number(nearest), nearest == wanted)
  }

  private init?(_ elements: [SettingsValue], of shape: ValueShape) {
    var fitted: [FittedValue] = []
    for element in elements {
      guard let one = FittedValue(element, to: shape) else { return nil }
      fitted.append(one)
    }
    (value, isExact) = (.array(fitted.map(\.value)), fitted.allSatisfy(\.isExact))
  }
}
