import Geometry

extension BarSettings {
  /// A look of a bar that needs several options to agree: it gives them other defaults.
  public enum Style: String, CaseIterable, Sendable {
    /// One sheet that fills its edge.
    case edge
    /// One sheet with round corners, apart from its edge.
    case floating
    /// An island with round ends for each zone, apart from the edge.
    case islands
  }

  /// A bar with the defaults of the options that its table leaves out, as far as these depend on the others: it has those of its
  /// style, and a clock alone if the table names the modules of some zones.
  init(defaultsBy table: SettingsValue) {
    self.init()
    if (table.entries ?? []).contains(where: { BarOptions.zones.contains($0.key) }) {
      (start, center, end) = ([], [.clock], [])
    }
    func name(_ key: String) -> String? {
      guard case .string(let name)? = table.value(at: [key])?.content else { return nil }
      return name
    }
    guard let style = name("style").flatMap(Style.init), style != .edge else { return }
    standApart(from: name("edge").flatMap(OutputEdge.init) ?? edge)
    var half = Double(height) / 2
    if case .integer(let height)? = table.value(at: ["height"])?.content {
      half = Double(min(max(height, 1), 512)) / 2
    }
    switch style {
    case .edge: break
    case .floating: cornerRadius = Int(half * Self.floatingRoundness)
    case .islands:
      // The height that the content needs is not known yet, and a larger radius is round all the same.
      let isFitted = name("height") == "auto"
      (glass, islandRadius) = (.zones, isFitted ? 256 : half)
    }
  }

  /// The radius of the corners of a floating bar, as a share of half its height: 12 of a height of 36.
  private static let floatingRoundness = 2.0 / 3

  /// Moves the bar away from its edge, and gives it the height that islands need around their fills; at a side it is as wide as
  /// a clock of two lines with round ends.
  private mutating func standApart(from edge: OutputEdge) {
    let (along, across) = (10, 8)
    height = edge.isLevel ? 36 : 46
    (marginTop, marginBottom) = edge.isLevel ? (0, 0) : (along, along)
    (marginLeft, marginRight) = edge.isLevel ? (along, along) : (0, 0)
    switch edge {
    case .top: marginTop = across
    case .bottom: marginBottom = across
    case .left: marginLeft = across
    case .right: marginRight = across
    }
  }

  /// The value of an option that the table of a bar leaves out, as in TOML, if it depends on the others; nil: there is no such
  /// option, or it has no default.
  public static func standard(of key: String, in table: SettingsValue) -> String? {
    BarOptions.all.first { $0.key == key }?.summary(BarSettings(defaultsBy: table)).default
  }
}
