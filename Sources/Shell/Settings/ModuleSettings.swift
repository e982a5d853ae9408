public import ModuleModel

/// The settings of a module: its style, and what its source reads.
public struct ModuleSettings: Equatable, Sendable {
  public var style: ModuleStyle
  public var source: AnySourceSettings

  public init(style: ModuleStyle, source: any SourceSettings) {
    self.style = style
    self.source = AnySourceSettings(source)
  }

  /// Makes the settings of a module with the default style of its kind.
  public init(_ kind: ModuleKind, _ source: any SourceSettings) {
    self.init(style: kind.defaults.style, source: source)
  }

  /// The settings of a module of that kind that has no table.
  public static func defaults(of kind: ModuleKind) -> ModuleSettings { kind.defaults }
}

/// The settings of a module's source, of a type for each kind or for kinds that share a source; a source keeps running
/// while they stay the same.
public protocol SourceSettings: Equatable, Sendable {}

/// The settings of the source of a module of any kind.
public struct AnySourceSettings: Equatable, Sendable {
  public let base: any SourceSettings

  public init(_ base: any SourceSettings) { self.base = base }

  /// Settings are equal if they are of one type and have equal values.
  public static func == (one: AnySourceSettings, other: AnySourceSettings) -> Bool {
    one.base.isEqual(to: other.base)
  }
}

extension SourceSettings {
  fileprivate func isEqual(to other: any SourceSettings) -> Bool { other as? Self == self }
}

/// A module's table while it is read.
struct ModuleDraft: Sendable {
  let kind: ModuleKind
  var style: ModuleStyle
  private(set) var source: any SourceSettings

  init(_ kind: ModuleKind) {
    self.kind = kind
    (style, source) = (kind.defaults.style, kind.defaults.source.base)
  }

  /// The format of the module, which always has a value. Bars at the left or right edge show it, too, unless it is the default.
  var format: FormatTemplate {
    get { style.look.format! }
    set {
      let own = kind.defaults.style.look
      style.look.format = newValue
      style.look.sideFormat = newValue == own.format ? own.sideFormat : nil
    }
  }

  /// The settings that the table means.
  var settings: ModuleSettings { kind.settings(style, source) }

  /// Changes the settings of the source, which are of that type.
  mutating func changeSource<Source: SourceSettings>(_ change: (inout Source) -> Bool) -> Bool {
    var settings = Self.settings(source, as: Source.self)
    defer { source = settings }
    return change(&settings)
  }

  /// The settings of a source, of which the type is known; traps if they have another.
  static func settings<Source: SourceSettings>(
    _ settings: any SourceSettings, as type: Source.Type
  ) -> Source {
    guard let settings = settings as? Source else {
      preconditionFailure("expected \(Source.self), got \(Swift.type(of: settings))")
    }
    return settings
  }
}
