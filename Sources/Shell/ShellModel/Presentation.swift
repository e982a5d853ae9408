public import DesktopModel
public import Scenes
public import Settings
public import VisualEffects

/// The appearance of bars and banners: the user's settings, with the desktop's preferences for those that are `auto`
/// or `system`.
public struct Presentation: Equatable, Sendable {
  public var look: AdaptiveMaterial.Look
  public var legibility: Legibility
  /// The edge of glass that floats.
  public var edge: EdgeStyle
  /// The accent colour, encoded sRGB, 0 … 1; nil: the program's own.
  public var accent: SIMD3<Double>?
  /// Whether one opaque colour replaces the glass, without captures.
  public var reducesTransparency: Bool
  /// Whether changes happen without animation.
  public var reducesMotion: Bool
  /// Whether bars and what modules open begin at the right.
  public var isRightToLeft: Bool

  /// `backdropAccent` is the accent that has the hue of the backdrop, nil: that is grey; `locale` is the name of the user's locale
  /// of messages, empty for none.
  public init(
    _ settings: Settings, _ preferences: SystemPreferences = SystemPreferences(),
    backdropAccent: SIMD3<Double>? = nil, locale: String = ""
  ) {
    let accessibility = settings.accessibility
    look =
      switch settings.appearance {
      case .light: .light
      case .dark: .dark
      // Without a preference it is dark: over most backgrounds of a bar, white text reads better.
      case .system: preferences.colourScheme == .light ? .light : .dark
      case .backdrop: .backdrop
      }
    accent =
      switch settings.accent {
      case .system: preferences.accentColour
      case .backdrop: backdropAccent
      case .colour(let colour): SIMD3(colour.x, colour.y, colour.z)
      }
    let contrast = settings.legibility.contrast
    let increases = accessibility.increaseContrast.resolved(preferences.prefersHighContrast)
    legibility = Legibility(contrast: increases ? max(contrast, Legibility.enhanced.contrast) : contrast)
    reducesTransparency = accessibility.reduceTransparency.resolved(preferences.prefersHighContrast)
    edge = increases ? .stroked : reducesTransparency ? .unlit : .lit
    isRightToLeft = settings.direction.isRightToLeft(locale: locale)
    reducesMotion = accessibility.reduceMotion.resolved(preferences.prefersReducedMotion)
  }
}

extension Settings {
  /// Whether any setting depends on the desktop's preferences; if not, they are not read.
  var followsDesktop: Bool {
    appearance == .system || accent == .system
      || [accessibility.reduceTransparency, accessibility.increaseContrast, accessibility.reduceMotion]
        .contains(.auto)
  }
}

extension Settings {
  /// Whether captures may be made; those stop while the session is locked and are fewer on battery power.
  var looksBehind: Bool {
    accessibility.reduceTransparency != .on && (backdrop.source == .auto || backdrop.source == .live)
  }
}

extension AccessibilitySettings.Preference {
  fileprivate func resolved(_ desktop: Bool) -> Bool {
    switch self {
    case .auto: desktop
    case .on: true
    case .off: false
    }
  }
}
