import Localization
public import ModuleModel

/// A kind of module: its name, what its modules show, their options, and the settings of their sources.
///
/// Each kind is one value, and `all` lists them.
public final class ModuleKind: Sendable {
  /// The name in the settings, such as `clock`.
  public let name: String
  /// The fields, states and actions of modules of the kind.
  public let summary: KindSummary
  /// The description of the kind's table in the manual; empty if the kind has no options of its own.
  let text: String
  /// The required content of a table of this kind, in words; nil if the table is optional, and the module needs no
  /// name.
  let needs: String?
  /// The name of the module in the manual's example, if the module needs a name.
  let nameExample: String
  /// The keys of the common options that the kind has, if it shows no content of its own; nil for kinds with all
  /// common options, a menu, states and gestures.
  let lookKeys: [String]?
  /// Whether a format may be one of strftime(3) as a whole.
  let takesTimeFormats: Bool
  /// An example of a format in the manual; nil if the kind has no format.
  let formatExample: String?
  /// The settings of a module of the kind that has no table.
  let defaults: ModuleSettings
  /// The options that only modules of this kind have, without the format.
  let options: @Sendable () -> [Option<ModuleDraft>]
  /// Returns the settings of the source of a module with a style.
  private let adapt: @Sendable (any SourceSettings, ModuleStyle) -> any SourceSettings

  /// Makes a kind whose modules have the settings `source` by default.
  ///
  /// `adapt` sets what the source's settings take from the style, such as whether a field is shown. The other parameters
  /// are the properties of the same names.
  init<Source: SourceSettings>(
    _ name: String, _ text: String, summary: KindSummary, source: Source, formatExample: String? = nil,
    takesTimeFormats: Bool = false, needs: String? = nil, nameExample: String = "", lookKeys: [String]? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option<Source>] = [],
    adapt: @escaping @Sendable (inout Source, ModuleStyle) -> Void = { _, _ in }
  ) {
    (self.name, self.text, self.summary) = (name, text, summary)
    (self.needs, self.nameExample, self.lookKeys) = (needs, nameExample, lookKeys)
    (self.formatExample, self.takesTimeFormats) = (formatExample, takesTimeFormats)
    self.options = { options().map { Option($0) } }
    self.adapt = { settings, style in
      var settings = ModuleDraft.settings(settings, as: Source.self)
      adapt(&settings, style)
      return settings
    }
    let style = Self.style(name, summary, takesTimeFormats)
    var own = source
    adapt(&own, style)
    defaults = ModuleSettings(style: style, source: own)
  }

  /// Returns the settings of a module of the kind that has this style.
  func settings(_ style: ModuleStyle, _ source: any SourceSettings) -> ModuleSettings {
    ModuleSettings(style: style, source: adapt(source, style))
  }

  /// The default style of a kind; traps if one of its formats is wrong.
  private static func style(_ name: String, _ summary: KindSummary, _ takesTimeFormats: Bool) -> ModuleStyle {
    func template(_ text: String) -> FormatTemplate {
      guard let template = try? FormatTemplate(settings: text, summary, takesTimeFormats) else {
        preconditionFailure("format of \(name): \(text)")
      }
      return template
    }
    var style = ModuleStyle()
    style.look = summary.look
    style.look.format = template(
      takesTimeFormats ? summary.format : PercentageForm.applied(to: summary.format))
    style.look.sideFormat = summary.sideFormat.map(template)
    if !summary.tooltip.isEmpty { style.look.tooltip = template(localized(format: summary.tooltip)) }
    return style
  }
}

extension ModuleKind: Hashable, CustomStringConvertible {
  public var description: String { name }

  public static func == (one: ModuleKind, other: ModuleKind) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FormatTemplate {
  /// Reads a format of a kind of module.
  init(settings text: String, of kind: ModuleKind) throws(FormatMistake) {
    try self.init(settings: text, kind.summary, kind.takesTimeFormats)
  }

  /// Reads a format; if it may be one of strftime(3), a text with a % outside of braces is one as a whole.
  fileprivate init(
    settings text: String, _ summary: KindSummary, _ takesTimeFormats: Bool
  ) throws(FormatMistake) {
    if takesTimeFormats, text.prefix(while: { $0 != "{" }).contains("%") || !text.contains("{") {
      self.init(time: "time", format: text)
    } else {
      try self.init(text, fields: summary.namedFields)
    }
  }
}
