public import GlassModel
public import VisualEffects

/// All settings of the user, with their defaults.
public struct Settings: Equatable, Sendable {
  /// The paths of included files as the settings file itself has them.
  public var includes: [String] = []
  public var appearance = Appearance.system
  /// The user's named colours, encoded sRGB and opacity.
  public var colours: [String: SIMD4<Double>] = [:]
  public var accent = AccentColour.system
  public var renderer = RendererPreference.auto
  public var direction = LayoutDirection.auto
  /// The icon theme in which symbols of modules, panels and menus are looked up: its name, or `system` for that of the
  /// desktop; nil: the symbols are those that come with the program.
  public var iconTheme: String?
  /// Whether metrics of fonts are rounded to whole pixels.
  public var hintsFontMetrics = false
  public var accessibility = AccessibilitySettings()
  public var legibility = LegibilitySettings()
  public var glass = GlassSettings()
  public var backdrop = BackdropSettings()
  /// The bars in the order of the file; never empty.
  public var bars = [BarSettings()] {
    didSet { precondition(!bars.isEmpty, "settings without a bar") }
  }
  public var notifications = NotificationSettings()
  public var levels = LevelSettings()
  /// The look of tooltips, and of menus.
  public var tooltip = PopupSettings()
  public var menu = PopupSettings()
  /// The settings of modules by name, as far as they differ from the defaults of their kind.
  public var modules: [ModuleName: ModuleSettings] = [:]
  /// The user's materials: bases with their overrides applied, for both appearances.
  public var materials: [String: BlurEffect] = [:]
  /// The strengths of rim, shadow and press light of those materials of the user that set any.
  public var reliefs: [String: ReliefSettings] = [:]

  public init() {}

  /// The first bar.
  public var bar: BarSettings {
    get { bars[0] }
    set { bars[0] = newValue }
  }

  /// The settings of a module; the defaults of its kind if it has none.
  public func module(_ name: ModuleName) -> ModuleSettings {
    modules[name] ?? ModuleSettings.defaults(of: name.kind)
  }

  /// The settings of a group; nil for any other module.
  public func group(_ name: ModuleName) -> GroupSettings? { module(name).source.base as? GroupSettings }

  /// The modules that a bar shows; groups are replaced by their modules.
  public func shownModules(of bar: BarSettings) -> [ModuleName] {
    bar.modules.flatMap { parts(of: $0).filter { $0.kind != .group } }
  }

  /// The groups of a bar, those in other groups included.
  public func groups(of bar: BarSettings) -> [ModuleName] {
    bar.modules.flatMap { parts(of: $0).filter { $0.kind == .group } }
  }

  /// A module, and if it is a group all that it contains.
  private func parts(of name: ModuleName, depth: Int = 0) -> [ModuleName] {
    guard let group = group(name) else { return [name] }
    guard depth < GroupSettings.mostDepth else { return [] }
    return [name] + group.modules.flatMap { parts(of: $0, depth: depth + 1) }
  }
}

/// The look of the glass, light or dark, or the criterion by which it is chosen.
public enum Appearance: String, CaseIterable, Sendable {
  case light, dark
  /// The look follows the desktop's preference.
  case system
  /// The look follows what is behind the glass.
  case backdrop
}

/// The renderer that draws the glass.
public enum RendererPreference: String, CaseIterable, Sendable {
  /// OpenGL ES if there is a GPU, otherwise the CPU.
  case auto
  /// OpenGL ES, in software if there is no GPU; the CPU if it cannot start.
  case gles
  /// The CPU; no graphics driver is loaded.
  case cpu
}

/// Accessibility settings; `auto` follows the desktop's preference.
public struct AccessibilitySettings: Equatable, Sendable {
  public enum Preference: String, CaseIterable, Sendable {
    case auto, on, off
  }

  public var reduceTransparency = Preference.auto
  public var increaseContrast = Preference.auto
  public var reduceMotion = Preference.auto
}

/// The settings of text contrast.
public struct LegibilitySettings: Equatable, Sendable {
  /// The least WCAG contrast of text, 1 … 21; 0 for no guarantee.
  public var contrast = Legibility.standard.contrast
}

/// The settings of all glass.
public struct GlassSettings: Equatable, Sendable {
  /// The strength of all materials, 0 … 1; see `Material.weakened`.
  public var strength = 1.0
  /// The strengths of rim, shadow and press light of a material or a surface that sets none of its own.
  public var relief = Relief()
}

/// The settings of the backdrop, the picture behind the glass.
public struct BackdropSettings: Equatable, Sendable {
  /// The source of the backdrop.
  public enum Source: String, CaseIterable, Sendable {
    /// The best source that works on this system.
    case auto
    /// Captures of the screen, from which our own surfaces are removed by un-blending.
    case live
    /// The compositor's own blur.
    case compositor
    /// The picture named by `wallpaper`.
    case wallpaper
    /// One opaque colour in place of a picture.
    case solid
  }

  public var source = Source.auto
  /// The path as written, with `~` not expanded; nil for none.
  public var wallpaper: String?
  public var placement = BackdropPolicy.Wallpaper.Placement.fill
  /// Most captures per second; nil: by kind of renderer and power source.
  public var maxRate: Int?

  public init() {}
}
