public import GlassModel
public import VisualEffects

/// Everything that a user can set, with the defaults.
public struct Settings: Equatable, Sendable {
  public var appearance = Appearance.system
  public var renderer = RendererPreference.auto
  public var accessibility = AccessibilitySettings()
  public var legibility = LegibilitySettings()
  public var backdrop = BackdropSettings()
  /// At least one, in the order of the file.
  public var bars = [BarSettings()] {
    didSet { precondition(!bars.isEmpty, "settings without a bar") }
  }
  public var notifications = NotificationSettings()
  /// By name, those that differ from the defaults of their kind.
  public var modules: [ModuleName: ModuleSettings] = [:]
  /// The user's own materials, complete: the base with its overrides applied, for both appearances.
  public var materials: [String: BlurEffect] = [:]

  public init() {}

  /// The first bar.
  public var bar: BarSettings {
    get { bars[0] }
    set { bars[0] = newValue }
  }

  /// The settings of a module, or the defaults of its kind.
  public func module(_ name: ModuleName) -> ModuleSettings {
    modules[name] ?? ModuleSettings.defaults(of: name.kind)
  }

  /// The modules that a bar shows, those of groups in their place.
  public func shownModules(of bar: BarSettings) -> [ModuleName] {
    bar.modules.flatMap { name -> [ModuleName] in
      if case .group(let group) = module(name).source { group.modules } else { [name] }
    }
  }
}

/// Which of the two looks the glass and its ink have.
public enum Appearance: String, CaseIterable, Sendable {
  case light, dark
  /// As the desktop prefers.
  case system
  /// As what is behind the glass asks for.
  case backdrop
}

/// What draws the glass.
public enum RendererPreference: String, CaseIterable, Sendable {
  /// OpenGL ES where there is a GPU, else the CPU.
  case auto
  /// OpenGL ES, in software if there is no GPU; the CPU where it cannot start.
  case gles
  /// The CPU; no graphics driver is loaded.
  case cpu
}

/// What eases seeing, each as the desktop prefers unless the user says otherwise.
public struct AccessibilitySettings: Equatable, Sendable {
  public enum Preference: String, CaseIterable, Sendable {
    case auto, on, off
  }

  public var reduceTransparency = Preference.auto
  public var increaseContrast = Preference.auto
  public var reduceMotion = Preference.auto

  public init() {}
}

/// What text is guaranteed.
public struct LegibilitySettings: Equatable, Sendable {
  /// WCAG contrast of text, 1 … 21; 0: nothing is guaranteed.
  public var contrast = Legibility.standard.contrast

  public init() {}
}

/// What is behind the glass, and how it gets to know.
public struct BackdropSettings: Equatable, Sendable {
  /// A rung of the ladder of sources.
  public enum Source: String, CaseIterable, Sendable {
    /// The best that works here.
    case auto
    /// Un-blended captures.
    case live
    /// The compositor's own blur.
    case compositor
    /// The picture named by `wallpaper`.
    case wallpaper
    /// One opaque colour.
    case solid
  }

  public var source = Source.auto
  /// As written, `~` not yet expanded; nil: none.
  public var wallpaper: String?
  public var placement = BackdropPolicy.Wallpaper.Placement.fill
  /// Captures per second at most; nil: by kind of renderer and power source.
  public var maxRate: Int?

  public init() {}
}
