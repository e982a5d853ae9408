public import DesktopModel
public import Scenes
public import Settings
public import VisualEffects

/// How everything is shown: the user's settings, with the desktop's preferences where they leave the choice to them.
public struct Presentation: Equatable, Sendable {
  public var look: AdaptiveMaterial.Look
  public var legibility: Legibility
  /// One opaque colour in place of glass, and no capture.
  public var reducesTransparency: Bool
  /// Changes without animation.
  public var reducesMotion: Bool

  public init(_ settings: Settings, _ preferences: SystemPreferences = SystemPreferences()) {
    let accessibility = settings.accessibility
    look =
      switch settings.appearance {
      case .light: .light
      case .dark: .dark
      // Dark where nobody has a preference: over most of what lies behind a bar, white text reads better.
      case .system: preferences.colourScheme == .light ? .light : .dark
      case .backdrop: .backdrop
      }
    let contrast = settings.legibility.contrast
    let increases = accessibility.increaseContrast.resolved(preferences.prefersHighContrast)
    legibility = Legibility(contrast: increases ? max(contrast, Legibility.enhanced.contrast) : contrast)
    reducesTransparency = accessibility.reduceTransparency.resolved(preferences.prefersHighContrast)
    reducesMotion = accessibility.reduceMotion.resolved(preferences.prefersReducedMotion)
  }
}

extension Settings {
  /// Whether anything depends on the desktop's preferences; if not, nobody is asked for them.
  public var followsDesktop: Bool {
    appearance == .system
      || [accessibility.reduceTransparency, accessibility.increaseContrast, accessibility.reduceMotion]
        .contains(.auto)
  }
}

extension Settings {
  /// Whether captures are wanted: none are made while the session is locked, and fewer on the machine's battery.
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
