public import Geometry
public import VisualEffects

/// A value whose numbers can move from one state to another.
///
/// Parts that are no numbers (a text, a picture, the count of views) are those of the target from the first
/// frame on.
public protocol Animatable: Equatable, Sendable {
  /// Calls `visit` with each number that moves, which `visit` may change; the order is the same for values of
  /// one shape.
  mutating func visitNumbers(_ visit: (inout Double) -> Void)

  /// Returns both values in one shape, with their looks unchanged: parts of only one are added to the other,
  /// invisible.
  static func matched(_ start: Self, _ end: Self) -> (Self, Self)
}

extension Animatable {
  /// Returns both values unchanged, since most types have only one shape.
  public static func matched(_ start: Self, _ end: Self) -> (Self, Self) { (start, end) }

  var numbers: [Double] {
    get {
      var copy = self
      var numbers: [Double] = []
      copy.visitNumbers { numbers.append($0) }
      return numbers
    }
    set {
      var index = 0
      visitNumbers { number in
        number = newValue[index]
        index += 1
      }
      precondition(index == newValue.count, "\(newValue.count) numbers for \(index)")
    }
  }
}

extension Double: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) { visit(&self) }
}

extension SIMD4<Double>: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    for index in indices { visit(&self[index]) }
  }
}

extension LogicalRect: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    visit(&x)
    visit(&y)
    visit(&width)
    visit(&height)
  }
}

extension Material: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    visit(&polarity)
    visit(&turn)
    visit(&blurRadius)
    visit(&chain.luminanceAmount)
    chain.luminanceCurve.visitNumbers(visit)
    visit(&chain.saturation)
    visit(&chain.brightness)
    chain.fill.visitNumbers(visit)
    visit(&refraction.depth)
    visit(&refraction.amount)
    visit(&refraction.dispersion)
    visit(&rimStrength)
    visit(&relief.rim)
    visit(&relief.shadow)
    visit(&relief.pressLight)
    guard var finish else { return }
    if var ink = finish.ink {
      ink.visitNumbers(visit)
      finish.ink = ink
    }
    if var width = finish.borderWidth {
      visit(&width)
      finish.borderWidth = width
    }
    finish.borderColour.visitNumbers(visit)
    visit(&finish.cornerRadius)
    self.finish = finish
  }

  /// Returns both materials in one shape: a fill without opacity takes the other's colour, a curve without
  /// effect the other's values.
  public static func matched(_ start: Material, _ end: Material) -> (Material, Material) {
    var (start, end) = (start, end)
    start.name = end.name
    start.adoptInvisible(of: end)
    end.adoptInvisible(of: start)
    return (start, end)
  }

  private mutating func adoptInvisible(of other: Material) {
    if chain.fill.w == 0 {
      chain.fill = other.chain.fill
      chain.fill.w = 0
    }
    if refraction.amount == 0 { refraction.depth = other.refraction.depth }
    if chain.luminanceAmount == 0 { chain.luminanceCurve = other.chain.luminanceCurve }
    guard let theirs = other.finish else { return }
    var border = theirs.borderColour
    border.w = 0
    var own =
      finish ?? Finish(ink: nil, borderWidth: theirs.borderWidth, borderColour: border, cornerRadius: 0)
    if own.ink == nil, theirs.ink != nil { own.ink = ink }
    if own.borderWidth == nil, let width = theirs.borderWidth {
      (own.borderWidth, own.borderColour) = (width, border)
    }
    finish = own
  }
}

extension BlurEffect: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    var (light, dark) = (material(isDark: false), material(isDark: true))
    light.visitNumbers(visit)
    dark.visitNumbers(visit)
    self = BlurEffect(light: light, dark: dark)
  }

  public static func matched(_ start: BlurEffect, _ end: BlurEffect) -> (BlurEffect, BlurEffect) {
    let light = Material.matched(start.material(isDark: false), end.material(isDark: false))
    let dark = Material.matched(start.material(isDark: true), end.material(isDark: true))
    return (BlurEffect(light: light.0, dark: dark.0), BlurEffect(light: light.1, dark: dark.1))
  }

  /// The effect at the start of its fade in: it neither blurs nor colours, but keeps its polarity and finish.
  public var clear: BlurEffect {
    func clear(_ material: Material) -> Material {
      var none = material
      none.blurRadius = 0
      (none.chain, none.refraction) = (.identity, .none)
      return none
    }
    return BlurEffect(light: clear(material(isDark: false)), dark: clear(material(isDark: true)))
  }
}
