import ModuleModel
import Views
import VisualEffects

/// The ground of a module or an item of one: the fill below it, and the colour on which its texts lie.
struct ModuleGround: Sendable {
  var shown: ShownModule
  /// The colour under the module, of its group or of its zone; nil: there is none.
  var outer: ColourGround?
  /// The colour of the bar's ink; nil: it has none of its own.
  var barInk: SIMD3<Double>?
  /// Whether there is no glass below the module.
  var isBare: Bool

  /// Whether a text has a colour with a hue, which it would lose on a lighter fill of dark glass or on a darker one of light glass.
  var hasHue: Bool { inks.contains { Legibility.keptLuminance(of: $0, isDark: true) != nil } }

  /// The fill of the module while it is neither hovered nor pressed, and has nothing open unless `isOpen` is true.
  func fill(isOpen: Bool) -> ModuleSurface.Ground? {
    if let gradient { return .gradient(gradient) }
    if let own { return .colour(own) }
    if isAccent { return .accent }
    if case .vibrant(let style)? = shown.look.fill { return .vibrant(style) }
    return shown.look.hasPill == true || shown.look.fill != nil || isOpen ? .vibrant(.fill) : nil
  }

  /// Whether there is a fill of its own, a line or a shadow around a module that is not used.
  var isDelimited: Bool {
    fill(isOpen: false) != nil || shown.look.strokeColour != nil || shown.look.shadowColour != nil
  }

  /// The colour on which the texts lie; nil: they lie on glass, on a vibrant fill or on the accent.
  var colour: ColourGround? {
    if let own = gradient?.ground ?? own { return own }
    if isAccent { return nil }
    if isBare { return (shown.look.fill == nil ? outer : nil) ?? screen }
    return shown.look.fill != nil ? nil : outer
  }

  /// The colour of the module itself; nil: it has none.
  var own: ColourGround? {
    shown.look.fill.flatMap {
      ColourGround($0, opacity: shown.look.opacity ?? 1, inks: inks, on: outer, isBare: isBare)
    }
  }

  /// The fill at the size of a pulse, 0 … 1, that draws attention, on which the inks of the texts stay as they are. A colour
  /// through which the glass is seen becomes fainter. An opaque one would have to change the inks then: it becomes darker or
  /// lighter instead.
  func fill(pulsing size: Double) -> ModuleFill? {
    guard size > 0, let own else { return shown.look.fill }
    if own.colour.w >= 1 { return .colour(own.swollen(size).colour) }
    guard case .colour(var colour)? = shown.look.fill else { return shown.look.fill }
    colour.w *= PulseMotion.opacity(atSize: size)
    return .colour(colour)
  }

  /// The ground of texts that lie on no glass; nil: there is glass below the module.
  var screen: ColourGround? { isBare ? .screen(inks: inks + [barInk].compactMap(\.self)) : nil }

  /// The colour of texts without an ink of their own on a ground: on no glass that of the bar; nil: black or white.
  func ink(on ground: ColourGround) -> SIMD3<Double>? {
    barInk.flatMap { ground.inks.contains($0) ? $0 : nil }
  }

  /// Whether the module lies on the accent. Colours of its own, which are made legible for the glass and not for the
  /// accent, keep it on a vibrant fill.
  var isAccent: Bool {
    let look = shown.look
    let isAccent = look.fill == .accent || look.fill == nil && look.isCurrent == true && look.hasPill == true
    guard isAccent, shown.failure == nil, shown.refusal == nil else { return false }
    if case .colour? = look.ink { return false }
    return !pieces.contains { if case .text(let text) = $0 { !text.inks.isEmpty } else { false } }
  }

  /// The gradient of the module itself; nil: it has none.
  private var gradient: ColourGradient? {
    guard case .gradient(let stops, let angle)? = shown.look.fill else { return nil }
    let faded = stops.map { SIMD4($0.x, $0.y, $0.z, $0.w * (shown.look.opacity ?? 1)) }
    return ColourGradient(faded, angle: angle, ink: shown.look.ink?.colour, on: outer, isBare: isBare)
  }

  /// The colours of the texts.
  private var inks: [SIMD3<Double>] {
    var inks: [ModuleInk] = shown.look.ink.map { [$0] } ?? []
    for piece in pieces { if case .text(let text) = piece { inks += text.inks.map(\.ink) } }
    return inks.compactMap(\.colour)
  }

  /// The parts of all forms of the module.
  private var pieces: [ShownModule.Piece] {
    shown.pieces + (shown.shortPieces ?? []) + (shown.sidePieces ?? [])
  }
}

extension ColourGround {
  /// Makes the ground of a fill that lies on `outer`, or without that on glass or, if `isBare` is true, on the screen; `inks` are
  /// those of the texts on it. The result is nil if the fill takes its colour from the glass, is the accent or is transparent.
  ///
  /// If the ground below is opaque, no glass is seen through the fill, and the ground is the mixture of both colours. A vibrant fill
  /// there is white on a dark colour and black on a light one, of the opacity that it has on glass.
  init?(
    _ fill: ModuleFill, opacity: Double = 1, inks: [SIMD3<Double>], on outer: ColourGround?, isBare: Bool
  ) {
    var colour: SIMD4<Double>
    switch fill {
    case .colour(let own): colour = own
    case .vibrant(let style):
      guard let outer else { return nil }
      guard let below = outer.opaque else {
        if isBare { return nil }
        self = outer.veiled(style)
        return
      }
      let luminance = Luminance.of(below)
      let isDark = Luminance.contrast(luminance, 1) >= Luminance.contrast(luminance, 0)
      colour = SIMD4(SIMD3(repeating: isDark ? 1 : 0), style.level(isDark: isDark))
    case .accent, .gradient: return nil
    }
    colour.w *= opacity
    guard colour.w > 0 else { return nil }
    let ground = ColourGround(outer?.mixed(with: colour) ?? colour, inks: inks)
    self = isBare ? ground.onScreen : ground
  }

  /// The mixture of the colour with one on it; nil: glass is seen through both, or through neither.
  fileprivate func mixed(with own: SIMD4<Double>) -> SIMD4<Double>? {
    own.w >= 1 ? nil : opaque.map { SIMD4($0 + (SIMD3(own.x, own.y, own.z) - $0) * own.w, 1) }
  }

  /// The colour if no glass is seen through it.
  private var opaque: SIMD3<Double>? { colour.w >= 1 ? SIMD3(colour.x, colour.y, colour.z) : nil }
}

extension ColourGradient {
  /// Makes a gradient that lies on `outer`, or without that on glass or, if `isBare` is true, on the screen; `ink` is that of the
  /// texts on it.
  init(
    _ stops: [SIMD4<Double>], angle: Double, ink: SIMD3<Double>?, on outer: ColourGround?, isBare: Bool
  ) {
    self.init(stops.map { outer?.mixed(with: $0) ?? $0 }, angle: angle, ink: ink)
    isOnScreen = isBare
  }
}

extension ModuleInk {
  /// The colour without its opacity; nil: it is a level of vibrancy.
  var colour: SIMD3<Double>? {
    if case .colour(let colour) = self { SIMD3(colour.x, colour.y, colour.z) } else { nil }
  }
}
