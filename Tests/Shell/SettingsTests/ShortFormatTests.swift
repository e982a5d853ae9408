import ModuleModel
import Settings
import Testing

/// Tests of the short forms that modules take where the bar has too little room.
struct ShortFormatTests {
  private func shown(
    _ kind: ModuleKind, _ format: String, _ fields: [String: FieldValue], short: String? = nil,
    icon: ModuleIcon? = nil
  ) throws -> ShownModule {
    var style = ModuleSettings.defaults(of: kind).style
    style.look.format =
      format.hasPrefix("%")
      ? FormatTemplate(time: "time", format: format)
      : try FormatTemplate(format, fields: kind.summary.namedFields)
    style.look.short = try short.map { try FormatTemplate($0, fields: kind.summary.namedFields) }
    return style.shown(ModuleReading(fields, icon: icon), kind.summary)
  }

  private func words(_ pieces: [ShownModule.Piece]?) -> String? {
    pieces?.map {
      switch $0 {
      case .text(let text): text.string
      case .icon(let icon): "<\(icon.icon)>"
      case .graph: "graph"
      case .gap: " "
      }
    }.joined()
  }

  @Test(
    arguments: [
      ("%a %e %b  %H:%M", "%H:%M"), ("%H:%M  %d.%m.", "%H:%M"), ("%I:%M %p, %A", "%I:%M %p"),
      ("%-H:%M %Ey", "%-H:%M"),
      ("%x %X", "%X"), ("%H:%M:%S", nil), ("%A", nil), ("%H %d %M", nil), ("%d %%", nil),
      ("{time:%a} {time:%H:%M} {zone}", "%H:%M"),
    ] as [(String, String?)])
  func `a clock drops its date`(format: String, short: String?) throws {
    let clock = try shown(.clock, format, ["time:\(short ?? "")": .text("short")])
    #expect(words(clock.shortPieces) == short.map { _ in "short" })
    // A clock is told to read what its short form shows, too.
    #expect(clock.times(isAlternate: false).contains("time:\(short ?? "")") == (short != nil))
    #expect(clock.fitting == .whole)
  }

  @Test func `words go and the icon stays, unless the settings have a short format`() throws {
    let fields: [String: FieldValue] = ["percent": .integer(7, .percent), "state": .text("charging")]
    let battery = try shown(.battery, "{icon} {percent}%  {state}", fields, icon: "battery")
    #expect(words(battery.shortPieces) == "<battery>")
    let own = try shown(.battery, "{icon} {percent}%  {state}", fields, short: "{percent}", icon: "battery")
    #expect(words(own.shortPieces) == "7")
    #expect(try shown(.battery, "{icon} {percent}", fields).shortPieces == nil)
    #expect(try shown(.battery, "{icon}", fields, icon: "battery").shortPieces == nil)
  }

  @Test(
    arguments: [
      (.window, "{title}", .elastic), (.media, "{icon} {track}", .elastic),
      (.media, "{track} {position}", .whole),
      (.network, "{icon} {name}", .elastic), (.network, "{name} {down}", .whole),
      (.workspaces, "{name}", .cut),
      (.battery, "{state}", .whole), (.cpu, "CPU {percent}%", .whole),
    ] as [(ModuleKind, String, ModuleFitting)])
  func `what shows a number is never cut`(kind: ModuleKind, format: String, fitting: ModuleFitting) throws {
    #expect(try shown(kind, format, [:]).fitting == fitting)
  }

  @Test(
    arguments: [
      (.cpu, "{percent}%", ["percent": .integer(7, .percent)], 1),
      (.cpu, "{percent}%", ["percent": .integer(100, .percent)], 0),
      (.cpu, "{percent:>3}%", ["percent": .integer(7, .percent)], 0), (.cpu, "{percent}%", [:], 0),
      (.load, "{load1:.2}", ["load1": .real(0.5)], 0),
      (
        .memory, "{percent} {swap_percent}",
        ["percent": .integer(10, .percent), "swap_percent": .integer(1, .percent)], 1
      ),
      (.bell, "{count}", ["count": .integer(3)], 0),
    ] as [(ModuleKind, String, [String: FieldValue], Int)])
  func `there is room for the figures of the greatest usual number`(
    kind: ModuleKind, format: String, fields: [String: FieldValue], figures: Int
  ) throws {
    #expect(try shown(kind, format, fields).spareFigures == figures)
  }
}
