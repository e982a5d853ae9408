import BarUI
import Geometry
import ModuleModel
import Rendering
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import VisualEffects

/// Texts on fills of modules that lie on fills of their groups, measured on pixels.
@Suite(.serialized, .everyRenderer) struct FillContrastTests {
  /// White, black, yellow, blue, cyan, red, and others from black to white.
  private nonisolated static let flats = ([728, 0, 720, 8, 80, 648] + stride(from: 60, to: 728, by: 61)).map {
    TestBackdrop.flats[$0]
  }

  /// Pictures and patterns over which contrast is hardest to reach.
  private nonisolated static let hard = ["5 px", "64 px", "hue 0° to its complement, right", "photo"]
    .compactMap { name in
      TestBackdrop.structured.first { $0.name.contains(name) }
    }

  @Test(
    arguments: Survey.spread(
      [
        "systemUltraThinMaterialDark", "systemUltraThinMaterialLight", "glassDark", "glassLight",
        "clearGlassDark",
        "clearGlassLight",
      ], flats, every: flats.count))
  func `texts on fills over fills have their contrast over every flat colour`(
    name: String, backdrop: TestBackdrop
  ) throws {
    try expectContrast(of: FilledBar(Survey.spread(FilledBar.stacks, every: 5)), name, over: backdrop)
  }

  @Test(
    arguments: Survey.spread(["systemUltraThinMaterialDark", "glassLight"], hard, every: 5))
  func `texts on fills over fills have their contrast over pictures and patterns`(
    name: String, backdrop: TestBackdrop
  ) throws {
    try expectContrast(of: FilledBar(Survey.spread(FilledBar.stacks, every: 5)), name, over: backdrop)
  }

  @Test(
    arguments: Survey.spread(
      ["systemUltraThinMaterialDark", "systemUltraThinMaterialLight", "clearGlassDark", "legible"], flats,
      every: flats.count))
  func `texts on fills over fills have their contrast over the compositor's blur`(
    name: String, backdrop: TestBackdrop
  ) throws {
    let bar = FilledBar(Survey.spread(FilledBar.stacks, every: 5))
    try expectContrast(of: bar, name, over: backdrop) { $0.tinted }
  }

  @Test(arguments: ["systemUltraThinMaterialDark", "systemUltraThinMaterialLight"])
  func `items with fills and lines in a filled module have their contrast`(name: String) throws {
    for backdrop in [0, 364, 728].map({ TestBackdrop.flats[$0] }) {
      try expectContrast(
        of: FilledBar(workspacesIn: Survey.spread(FilledBar.stacks, every: 23)), name, over: backdrop)
    }
  }

  @Test(arguments: ["systemUltraThinMaterialDark", "systemUltraThinMaterialLight"])
  func `live glass keeps the contrast of texts on fills over fills`(name: String) throws {
    let material = try #require(Material.named(name, isDark: false))
    let bar = FilledBar(Survey.spread(FilledBar.stacks, every: 7))
    let scene = bar.scene(material)
    guard case .effect(let sheet)? = scene.nodes.first else {
      Issue.record("no glass")
      return
    }
    let coverage = InkCoverage(scene) { FilledBar.rasterise($0) }
    for backdrop in [TestBackdrop.flats[0], TestBackdrop.flats[728]] {
      let stage = try LiveStage(
        backdrop.drawn(bar.size), frame: PixelRect(bar.size), material: material, leak: .standard)
      stage.legibility = .standard
      func shown(_ nodes: [Node]) throws -> Bitmap {
        stage.content = nodes
        try stage.draw()
        #expect(try stage.settle() != nil)
        return stage.shown
      }
      let drawn = sheet.content.map(\.withDrawnTexts)
      let finished = Scene(size: bar.size, nodes: drawn).withoutInk.nodes
      let contrast = InkContrast(material: try shown(finished))
      try expect(contrast, try shown(drawn), coverage, scene, bar, "\(backdrop)")
    }
  }

  private func expectContrast(
    of bar: FilledBar, _ name: String, over backdrop: TestBackdrop, as look: (Scene) -> Scene = { $0 }
  ) throws {
    let material = try #require(Material.named(name, isDark: false))
    let scene = look(bar.scene(material))
    let preview = try OffScreen.preview { FilledBar.rasterise($0) }
    let picture = backdrop.drawn(bar.size)
    let shown = try preview.picture(of: scene, over: picture, scale: 1)
    let contrast = InkContrast(material: try preview.picture(of: scene.withoutInk, over: picture, scale: 1))
    try expect(contrast, shown, InkCoverage(scene) { FilledBar.rasterise($0) }, scene, bar, "\(backdrop)")
  }

  private func expect(
    _ contrast: InkContrast, _ shown: Bitmap, _ coverage: InkCoverage, _ scene: Scene, _ bar: FilledBar,
    _ backdrop: String
  ) throws {
    #expect(scene.texts.count == bar.names.count)
    for (text, name) in zip(scene.texts, bar.names) {
      let worst = contrast.worst(of: shown, coverage: coverage.bytes, in: text.frame)
      let contrast = try #require(worst, "\(name): no ink").contrast
      #expect(contrast >= 4.5, "\(name) over \(backdrop): \(String(describing: worst))")
    }
  }
}

/// A bar of texts, of which each lies on the fills of its module and of two groups around it.
private struct FilledBar {
  private static let fills: [(name: String, fill: ModuleFill?)] = [
    ("nothing", nil), ("a vibrant fill", .vibrant(.fill)), ("a faint vibrant fill", .vibrant(.tertiaryFill)),
    ("the accent", .accent), ("white", .colour([1, 1, 1, 1])), ("black", .colour([0, 0, 0, 1])),
    ("translucent yellow", .colour([1, 0.84, 0.31, 0.6])),
    ("translucent grey", .colour([0.5, 0.5, 0.5, 0.3])),
    ("a gradient", .gradient([[0.1, 0.3, 0.9, 1], [1, 0.6, 0.2, 1]], angle: 90)),
    ("a translucent gradient", .gradient([[0.1, 0.3, 0.9, 0.3], [1, 1, 1, 0.6]], angle: 90)),
  ]

  /// The places in `fills` of the fills of a group, of a group in it and of a module in that one: all pairs of a group and a module, of
  /// two groups, and all pairs of two groups with one fill each for the module.
  static let stacks = fills.indices.flatMap { first in
    fills.indices.flatMap {
      [[first, 0, $0], [first, $0, 0], [first, $0, (first + 3 * $0 + 2) % fills.count]]
    }
  }

  private var settings = Settings()
  private var readings: [(ModuleName, ModuleReading)] = []
  /// The fills of each text.
  private(set) var names: [String] = []

  /// A bar with a text on each stack.
  init(_ stacks: [[Int]]) {
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([], [], [])
    settings.bar.spacing = 2
    for stack in stacks {
      let name = addGroups(stack, .text)
      readings.append((name, .text("MH")))
      names.append(Self.name(of: stack))
    }
  }

  /// A bar with two workspaces on each stack, of which the focused one has the fill of another stack and a line around it.
  init(workspacesIn stacks: [[Int]]) {
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([], [], [])
    for (stack, other) in zip(stacks, stacks.reversed()) {
      let name = addGroups(stack, .workspaces)
      var focused = ModuleState("focused")
      (focused.look.fill, focused.look.hasPill) = (Self.fills[other[1]].fill, true)
      (focused.look.strokeColour, focused.look.strokeWidth) = ([1, 0.3, 0.2, 1], 1)
      settings.modules[name]?.style.states = [focused]
      let items = ["MH", "HM"].map { item in
        ItemReading(
          id: item, ["name": .text(item)], states: item == "MH" ? ["visible", "focused"] : ["visible"])
      }
      readings.append((name, ModuleReading(items: items)))
      names += [Self.name(of: [stack[0], stack[2], other[1]]), Self.name(of: stack)]
    }
  }

  /// Adds two groups around a module, and returns the module.
  private mutating func addGroups(_ stack: [Int], _ kind: ModuleKind) -> ModuleName {
    let id = "\(readings.count)"
    let (outer, inner, module) = (
      ModuleName(.group, "outer-\(id)"), ModuleName(.group, "inner-\(id)"), ModuleName(kind, id)
    )
    for (group, member) in [(outer, inner), (inner, module)] {
      var members = GroupSettings()
      members.modules = [member]
      settings.modules[group] = ModuleSettings(.group, members)
    }
    settings.modules[module] = .defaults(of: kind)
    for (name, place) in zip([outer, inner, module], stack) {
      settings.modules[name]?.style.look.fill = Self.fills[place].fill
    }
    settings.bar.start.append(outer)
    return module
  }

  private static func name(of stack: [Int]) -> String {
    stack.reversed().map { fills[$0].name }.joined(separator: " on ")
  }

  /// The size of the bar, which has room for all texts.
  var size: PixelSize { PixelSize(width: 44 * names.count + 16, height: 32) }

  func scene(_ material: Material) -> Scene {
    var state = State()
    let now = Instant(sinceOrigin: .zero)
    _ = state.update(.settingsLoaded(settings), now: now)
    for (name, reading) in readings { _ = state.update(.moduleReadingChanged(name, reading), now: now) }
    return BarView(state: state, size: size, scale: 1, material: material).scene(
      measurer: MonospaceMeasurer())
  }

  /// Strokes four pixels wide, as large as the measured text but for the first and the last row, which no letter of usual fonts
  /// reaches; nothing for an empty text.
  static func rasterise(_ text: StyledText) -> TextBitmap {
    if text.string.isEmpty { return TextBitmap(size: PixelSize(width: 0, height: 0), coverage: []) }
    let size = MonospaceMeasurer().measure(text).size
    return TextBitmap(
      size: size,
      coverage: (0..<size.width * size.height).map { index in
        let row = index / size.width
        return row > 0 && row < size.height - 1 && index % size.width % 8 < 4 ? 255 : 0
      })
  }
}

extension Node {
  /// The node with pictures of its texts in place of them.
  fileprivate var withDrawnTexts: Node {
    switch self {
    case .text(let text):
      let bitmap = FilledBar.rasterise(text.text)
      var picture = Bitmap(size: bitmap.size)
      for (index, alpha) in bitmap.coverage.enumerated() { picture.bytes[4 * index + 3] = alpha }
      return .image(ImageNode(frame: text.frame, bitmap: picture, ink: text.ink))
    case .effect(var effect):
      effect.content = effect.content.map(\.withDrawnTexts)
      return .effect(effect)
    case .image, .fill: return self
    }
  }
}
