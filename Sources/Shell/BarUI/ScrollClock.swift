public import Geometry
import ModuleModel
public import Settings
import ShellModel

/// A module on a bar, or an item of one, whose text scrolls where there is not enough room for it.
public struct ScrollingModule: Hashable, Sendable {
  public var module: ModuleName
  /// Identifies an item within its module; nil for the module itself.
  public var item: String?
}

/// The times since when the scrolling texts have been shown; a text that changes starts again.
public struct ScrollClock: Sendable {
  private var shown: [ScrollingModule: (text: String, since: Instant)] = [:]

  public init() {}

  /// Records the texts that are shown at `now`; returns the time for which each of them has been shown.
  public mutating func follow(_ texts: [ScrollingModule: String], now: Instant) -> [ScrollingModule: Duration]
  {
    shown = texts.reduce(into: [:]) { result, pair in
      let former = shown[pair.key]
      result[pair.key] = former?.text == pair.value ? former : (pair.value, now)
    }
    return shown.mapValues { now - $0.since }
  }
}

extension BarView {
  /// The texts that scroll where there is not enough room for them.
  public var scrollingTexts: [ScrollingModule: String] {
    var texts: [ScrollingModule: String] = [:]
    if state.scrolling.isEmpty { return texts }
    for module in state.settings.shownModules(of: bar) where state.scrolling.contains(module) {
      guard let shown = state.shown(module, on: context.output) else { continue }
      if shown.look.scrolls == true { texts[ScrollingModule(module: module)] = shown.text }
      for item in shown.items where item.look.scrolls == true {
        texts[ScrollingModule(module: module, item: item.id)] = item.text
      }
    }
    return texts
  }
}
