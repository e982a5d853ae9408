import DesktopModel
import Geometry
import Loop
import ModuleModel
import Modules
import Settings
import ShellModel
import ShellSurfaces

@testable import Application
@testable import BarUI

/// Bars with the modules `text.one` and `workspaces`, whose sources are fakes.
final class UseStage {
  static let text = ModuleName(.text, "one")
  static let workspaces = ModuleName(.workspaces)

  let clock = ManualClock()
  let model: Model
  let bars: [FakeBar]
  private(set) lazy var source = FakeSource { [unowned self] in record.append($0) }
  private(set) lazy var sources: [ModuleName: any ModuleSource] = [
    Self.text: source, Self.workspaces: source, .clock: source,
  ]
  /// The requests to the source and to the program, in order.
  private(set) var record: [String] = []
  /// The environments of the commands that were run.
  private(set) var environments: [[String: String]] = []
  private(set) lazy var uses = ModuleUses(
    model: model, bars: { [unowned self] in bars }, source: { [unowned self] in sources[$0] },
    runCommand: { [unowned self] command, module, environment, isFollowed in
      record.append("run " + command.joined(separator: " ") + (isFollowed ? "" : " apart"))
      environments.append(environment)
    },
    requestToken: { [unowned self] bar, answer in
      record.append("token for \(bar.outputName)")
      answer("secret")
    },
    showLevel: { [unowned self] in record.append("show \($0.words)") })

  /// Makes bars that all show the modules; `on` and `menu` are settings of `text.one`.
  init(
    bars: [FakeBar] = [FakeBar()], on: [ModuleGesture: ModuleAction] = [:], menu: [MenuItem] = [],
    _ change: (inout Settings) -> Void = { _ in }
  ) throws {
    model = Model(try EventLoop(clock: clock), State())
    self.bars = bars
    let modules = [Self.text, Self.workspaces, .clock]
    var settings = Settings()
    settings.bars = Array(repeating: settings.bars[0], count: (bars.map(\.index).max() ?? 0) + 1)
    for index in settings.bars.indices {
      (settings.bars[index].start, settings.bars[index].center, settings.bars[index].end) = (modules, [], [])
    }
    var text = ModuleSettings.defaults(of: .text)
    (text.style.on, text.style.menu) = (on, menu)
    settings.modules[Self.text] = text
    change(&settings)
    model.take(.settingsLoaded(settings))
    for bar in bars {
      bar.places = modules.enumerated().map { BarItem(zone: .start, place: [$0], module: $1) }
    }
    deliver(.text("hello"), of: Self.text)
  }

  /// The first bar.
  var bar: FakeBar { bars[0] }

  /// The place of a module, or of an item of it, on the first bar.
  func place(_ module: ModuleName = UseStage.text, _ item: String? = nil) -> BarItem {
    bar.place(of: module, item: item)!
  }

  /// Replaces the source of `text.one`.
  func use(_ source: any ModuleSource) { sources[Self.text] = source }

  func deliver(_ reading: ModuleReading, of module: ModuleName) {
    model.take(.moduleReadingChanged(module, reading))
    model.handleEvents()
  }

  /// Performs the action of a module for a gesture on the first bar.
  func use(
    _ gesture: ModuleGesture, of module: ModuleName = UseStage.text, _ item: String? = nil,
    from source: UseSource = .pointer
  ) {
    uses.perform(at: place(module, item), gesture, from: source, on: bar)
  }

  /// Answers the requests of `hyaline bar`; `focused` is the name of the focused output.
  func answers(focused: String? = nil) -> BarAnswers {
    BarAnswers(
      model: model, bars: bars, focusedOutput: focused, sources: sources, uses: uses)
  }

  /// Performs the action of `text.one` for a gesture that a command requests, on the first bar.
  func command(_ gesture: ModuleGesture) -> ModuleUses.Outcome {
    uses.perform(Self.text, nil, gesture, on: bar)
  }
}
