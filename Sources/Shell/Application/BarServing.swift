import BarUI
import DesktopModel
import Geometry
import LiveGlass
import Loop
import ModuleModel
import Pictures
import Settings
import ShellModel
import ShellSurfaces

/// Shows the bars of the settings on outputs, with the icons and pictures of their modules.
final class BarServing: BarHost {
  /// The bars of all outputs.
  private(set) var bars: [Bar] = []
  /// The user's clipboard; nil while there is no compositor.
  weak var clipboard: (any Clipboard)?
  private let model: Model
  /// Called when a click asks for the file of the settings.
  var onSettingsWanted: (() -> Void)?
  /// Called when the compositor has handled the first frame of a bar that was opened.
  var onShown: (() -> Void)?
  private let moduleUses: () -> ModuleUses
  /// The icons and pictures; nil until a bar has requested one.
  private var loadedPictures: BarPictures?
  /// The observer of the desktop's icon theme; nil until a bar has requested a picture.
  private var iconTheme: IconThemeFollower?
  private lazy var accent: BackdropAccentFollower = {
    let follower = BackdropAccentFollower(loop)
    follower.measure = { [unowned self] in leading.map { (try? $0.surface?.background()) ?? [] } }
    follower.onChange = { [model] in model.take(.backdropAccentChanged($0)) }
    return follower
  }()
  /// The names of the outputs with bars, as they were reported last to the state.
  private(set) var outputNames: Set<String> = []
  /// Called when `outputNames` has changed.
  var onOutputsChanged: (() -> Void)?

  /// Creates the object without bars; `uses` performs the actions of modules.
  init(_ model: Model, uses: @escaping () -> ModuleUses) { (self.model, moduleUses) = (model, uses) }

  /// Whether a bar has a surface, or there is no bar at all.
  var areSeen: Bool { bars.isEmpty || bars.contains { $0.surface != nil } }
  /// Whether a bar or one of its popups has the keyboard, or is about to take it or to give it back.
  var useKeyboard: Bool { bars.contains(where: \.usesKeyboard) }

  /// The frames of the open panels, in logical pixels of the outputs with these names.
  var panels: [String: [LogicalRect]] {
    bars.reduce(into: [:]) { panels, bar in
      if let frame = bar.panelFrame { panels[bar.outputName, default: []].append(frame) }
    }
  }

  /// The island with the module whose level a banner shows on the output with a name; nil: no bar with islands at the edge has the
  /// module.
  func island(of kind: LevelKind, at edge: OutputEdge?, on output: String) -> ModuleIsland? {
    guard let module = kind.module, let edge else { return nil }
    return bars.lazy.filter { $0.outputName == output }.compactMap { $0.island(of: module, at: edge) }.first
  }

  /// Opens and closes the bars of an output as the settings require it, and adapts them to the output.
  func arrange(on output: LiveOutput) {
    let names = OutputNames(output)
    let wanted = state.bars.indices.filter { state.bars[$0].isFor(names) }
    // Another icon theme redraws the bars of all outputs, and one that the settings have no longer cannot be drawn.
    remove { !state.bars.indices.contains($0.index) || $0.output === output && !wanted.contains($0.index) }
    loadedPictures?.use(symbolTheme: state.settings.iconTheme)
    for index in wanted where !bars.contains(where: { $0.output === output && $0.index == index }) {
      bars.append(Bar(index, on: output, host: self))
    }
    for bar in bars where bar.output === output { bar.arrange(now: loop.now) }
    accent.follow(state.settings.accent == .backdrop)
    barsChanged()
  }

  /// Closes the bars of an output that was removed.
  func outputRemoved(_ output: LiveOutput) {
    remove { $0.output === output }
    barsChanged()
  }

  private func remove(where isRemoved: (Bar) -> Bool) {
    for bar in bars where isRemoved(bar) { bar.close() }
    bars.removeAll(where: isRemoved)
  }

  private func barsChanged() {
    let outputs = Set(bars.map(\.output.name))
    if outputs != outputNames {
      outputNames = outputs
      model.take(.barOutputsChanged(outputs))
      onOutputsChanged?()
    }
    // Another bar may be the first one now, or there is none.
    accent.backgroundChanged()
    // New bars have to be told whether a window in fullscreen covers the output.
    model.changed()
  }

  /// Closes all bars.
  func closeBars() {
    accent.follow(false)
    remove { _ in true }
  }

  /// The bar whose backdrop decides on the accent; nil: no bar has a surface.
  private var leading: Bar? { bars.filter { $0.surface != nil }.min { $0.index < $1.index } }

  /// Ends the reading of pictures; idempotent.
  func closePictures() {
    iconTheme?.close()
    loadedPictures?.stop()
  }

  // MARK: - Pictures

  var pictures: BarPictures {
    if let loadedPictures { return loadedPictures }
    let loader = PictureLoader.confined(loop)
    let followed = IconThemeFollower(loop, variable: Environment.value) { [unowned self] theme in
      loadedPictures?.use(theme: theme)
    }
    iconTheme = followed
    loader.theme = followed.theme
    let made = BarPictures(loader)
    made.use(symbolTheme: state.settings.iconTheme)
    made.onChange = { [model] in model.contentChanges.tell() }
    loadedPictures = made
    return made
  }

  /// Searches again for icons that were not found.
  func searchForIcons() { loadedPictures?.searchAgain() }

  // MARK: - The host of bars

  var loop: EventLoop { model.loop }
  var state: State { model.state }
  var contentChanges: Observers { model.contentChanges }
  var uses: any BarUses { moduleUses() }

  func openSettings() { onSettingsWanted?() }

  func canWalkOn(from bar: any ShellBar) -> Bool { nextBar(after: bar) != nil }

  func walkOn(from bar: any ShellBar, isBack: Bool) {
    nextBar(after: bar, isBack: isBack)?.focus(fromEnd: isBack)
  }

  /// Returns the bar on the screen that follows another one on its output, or precedes it if `isBack`; the last bar
  /// is followed by the first one. Nil if the bar is the only one.
  private func nextBar(after bar: any ShellBar, isBack: Bool = false) -> Bar? {
    let there = bars.filter { $0.output.name == bar.outputName && $0.visibility == .shown }
      .sorted { $0.index < $1.index }
    guard there.count > 1, let place = there.firstIndex(where: { $0 === bar }) else { return nil }
    return there[(place + (isBack ? there.count - 1 : 1)) % there.count]
  }

  func toggleDrawer(of group: ModuleName, on output: String) { model.take(.drawerToggled(group, on: output)) }

  func setDrawer(of group: ModuleName, isOpen: Bool, on output: String) {
    model.take(.drawerHovered(group, isOpen: isOpen, on: output))
  }

  func barShown() { onShown?() }

  func barStatusChanged() { model.changed() }

  func backgroundChanged(behind bar: any ShellBar) { if bar === leading { accent.backgroundChanged() } }

  func panelsChanged() { model.changed() }

  func explainedModulesChanged() {
    model.take(.explainedModulesChanged(Set(bars.compactMap(\.explainedModule))))
  }
}

extension LevelKind {
  /// The kind of the modules that show the level; nil: none does.
  fileprivate var module: ModuleKind? {
    switch self {
    case .volume: .audio
    case .microphone: .microphone
    case .brightness: .backlight
    case .keyboardLight: .keyboardLight
    case .powerProfile: .powerProfile
    case .capsLock: nil
    }
  }
}
