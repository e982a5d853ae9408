import BarUI
import Localization
import Loop
import ModuleModel
import Settings

extension ControlCenterSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? { ControlCenterSource(self, start) }
}

/// Shows a sign whose panel has the controls of the machine that are used most.
///
/// The parts of the panel are made when it opens for the first time, so that no service is asked before.
final class ControlCenterSource: HasPanel {
  private let settings: ControlCenterSettings
  private let start: ModuleStart
  private let panels: OpenPanels
  /// The parts in their order; nil before the panel was opened.
  private var parts: [(name: ControlCenterSettings.Part, part: ControlPart)]?
  /// Work for the open panel alone.
  private var openings: [Observation] = []

  init(_ settings: ControlCenterSettings, _ start: ModuleStart) {
    (self.settings, self.start) = (settings, start)
    panels = OpenPanels(start.outlet)
    panels.onClose = { [unowned self] in openings = [] }
    start.outlet.show(ModuleReading(icon: "emblem-system-symbolic"))
  }

  func stop() {
    panels.stop()
    for (_, part) in parts ?? [] { part.stop() }
    parts = []
    start.outlet.close()
  }

  func panel(of item: String?) -> ControlPanel? {
    guard let parts else { return ControlPanel("", width: .wide) }
    var panel = ControlCenterPanel()
    for (name, part) in parts {
      if let tile = part.tile() {
        panel.add(tile, of: name)
      } else if let rows = part.rows() {
        panel.add(rows, of: name)
      } else {
        return nil
      }
    }
    return panel.content(panels.failure.rows)
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    let opened = panels.open(onChange)
    let parts = self.parts ?? makeParts()
    if openings.isEmpty { openings = parts.compactMap { $0.part.open() } }
    return opened
  }

  func use(_ use: ControlUse, of item: String?) {
    guard let (name, use) = ControlCenterPanel.part(of: use) else { return }
    panels.failure.clear()
    parts?.first { $0.name == name }?.part.use(use)
    panels.tell()
  }

  private func makeParts() -> [(name: ControlCenterSettings.Part, part: ControlPart)] {
    let maker = ControlPartMaker(
      settings: settings, start: start, onChange: { [panels] in panels.tell() },
      fail: { [panels] in panels.failure.relay($0) })
    var named: Set<ControlCenterSettings.Part> = []
    let made = (settings.parts ?? ControlCenterSettings.Part.allCases).filter { named.insert($0).inserted }
      .map { ($0, maker.make($0)) }
    parts = made
    return made
  }
}

/// The rows of the panel, each of which belongs to a part.
nonisolated struct ControlCenterPanel {
  private typealias Part = ControlCenterSettings.Part

  /// The identifier of a row: its part, and the identifier that the part has given to it.
  struct PartRow: Hashable {
    var part: ControlCenterSettings.Part
    var row: PanelRowKey
  }

  /// The identifier of a row of tiles: that of its first tile.
  struct TileRow: Hashable {
    var first: String
  }

  private var rows: [ControlPanel.Row] = []
  /// The tiles that stand side by side in the last row.
  private var tiles: [ControlPanel.Tile] = []

  private static let tilesInRow = 2

  /// Adds the tile of a part, beside that of the part before it if there is room.
  mutating func add(_ tile: ControlPanel.Tile, of part: ControlCenterSettings.Part) {
    var tile = tile
    tile.id = part.rawValue
    tiles.append(tile)
    if tiles.count == Self.tilesInRow { endTiles() }
  }

  /// Adds the rows of a part.
  mutating func add(_ added: [ControlPanel.Row], of part: ControlCenterSettings.Part) {
    guard !added.isEmpty else { return }
    endTiles()
    rows += added.map { .init(PartRow(part: part, row: $0.id), $0.content) }
  }

  /// The panel, with rows at its end that belong to no part.
  func content(_ last: [ControlPanel.Row]) -> ControlPanel {
    var whole = self
    whole.endTiles()
    if whole.rows.isEmpty {
      whole.rows = [.init("none", .text(localized("There is nothing to control on this machine.")))]
    }
    return ControlPanel("", width: .wide, rows: whole.rows + last)
  }

  private mutating func endTiles() {
    guard let first = tiles.first else { return }
    rows.append(.init(TileRow(first: first.id), .tiles(tiles)))
    tiles = []
  }

  /// Returns the part whose control is used, and the use with the identifier that the part has given to the row; nil if the row
  /// belongs to no part. The use of a tile is a choice of a row without a name.
  static func part(of use: ControlUse) -> (ControlCenterSettings.Part, ControlUse)? {
    if case .press(let row, let button) = use, row.as(TileRow.self) != nil {
      return Part(rawValue: button).map { ($0, .choose("")) }
    }
    func split(
      _ row: PanelRowKey, _ make: (PanelRowKey) -> ControlUse
    ) -> (ControlCenterSettings.Part, ControlUse)? {
      row.as(PartRow.self).map { ($0.part, make($0.row)) }
    }
    return switch use {
    case .set(let row, let value): split(row) { .set($0, value) }
    case .toggle(let row): split(row) { .toggle($0) }
    case .choose(let row): split(row) { .choose($0) }
    case .press(let row, let button): split(row) { .press(row: $0, button: button) }
    case .turn, .unfold, .submit: nil
    }
  }
}
