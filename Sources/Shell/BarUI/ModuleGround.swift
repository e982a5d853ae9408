import ModuleModel
import Views
import VisualEffects

/// The ground of a module or an item of one: the fill below it, and the colour on which its texts lie.
struct ModuleGround: Sendable {
  var shown: ShownModule
  /// The colour under the group of the module; nil: there is none.
  var outer: ColourGround?
  /// The colour of the bar's ink; nil: it has none of its own.
  var barInk: SIMD3<Double>?
  /// Whether there is no glass below the module.
  var isBare: Bool

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
    guard var colour = ownColour else { return nil }
    colour.w *= shown.look.opacity ?? 1
    guard colour.w > 0 else { return nil }
    if colour.w < 1, let outer = opaqueOuter {
      // The colour of the group is seen through that of the module, and no glass is.
      colour = SIMD4(outer + (SIMD3(colour.x, colour.y, colour.z) - outer) * colour.w, 1)
    }
    let ground = ColourGround(colour, inks: inks)
    return isBare ? ground.onScreen : ground
  }

  /// The colour of the fill; nil: it takes its colour from the glass, or there is none. A vibrant fill on an opaque colour is white on
  /// a dark one and black on a light one, of the opacity that it has on glass.
  private var ownColour: SIMD4<Double>? {
    switch shown.look.fill {
    case .colour(let colour)?: return colour
    case .vibrant(let style)?:
      guard let outer = opaqueOuter else { return nil }
      let luminance = Luminance.of(outer)
      let isDark = Luminance.contrast(luminance, 1) >= Luminance.contrast(luminance, 0)
      return SIMD4(SIMD3(repeating: isDark ? 1 : 0), style.level(isDark: isDark))
    case .accent?, .gradient?, nil: return nil
    }
  }

  /// The colour below the module if no glass is seen through it.
  private var opaqueOuter: SIMD3<Double>? {
    outer.flatMap { $0.colour.w >= 1 ? SIMD3($0.colour.x, $0.colour.y, $0.colour.z) : nil }
  }

  /// The fill at the size of a pulse, 0 … 1, that draws attention, on which the inks of the texts stay as they are. A colour
  /// through which the glass is seen becomes fainter. An opaque one would have to change the inks then: it becomes darker or
  /// lighter instead.
  func fill(pulsing size: Double) -> ModuleFill? {
    guard size > 0, let own, case .colour(var colour)? = shown.look.fill else { return shown.look.fill }
    if own.colour.w >= 1 { return .colour(own.swollen(size).colour) }
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
    var gradient = ColourGradient(faded, angle: angle, ink: shown.look.ink?.colour)
    gradient.isOnScreen = isBare
    return gradient
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

extension ModuleInk {
  /// The colour without its opacity; nil: it is a level of vibrancy.
  var colour: SIMD3<Double>? {
    if case .colour(let colour) = self { SIMD3(colour.x, colour.y, colour.z) } else { nil }
  }
}
