public import ModuleModel
public import Settings

/// The parts of a bar's content that are neither settings nor readings: pictures that were read, and what moves or is open.
public struct BarContext: Sendable {
  /// The name of the bar's output, for modules that differ between outputs; nil for no particular output.
  public var output: String?
  /// The icons and pictures that have been read for the bar.
  public var pictures = PictureTable()
  /// The times for which the scrolling texts have been shown; a text without a time ends in an ellipsis.
  public var scrollTimes: [ScrollingModule: Duration] = [:]
  /// The visible fraction of each drawer that is opening or closing, and of the items that each module is unfolding
  /// or folding, 0 … 1; all others are open or closed.
  public var drawerReach: [ModuleName: Double] = [:]
  /// The visible part of each module that grows or shrinks, 0 … 1; all others have their full length.
  public var growth: [ModuleName: Double] = [:]
  /// The content of modules that shrink, of which nothing would be visible otherwise.
  public var leaving: [ModuleName: ShownModule] = [:]
  /// The lengths of the modules and items that become longer or shorter; all others have the length of their content.
  public var lengths: [BarItem: MovingLength] = [:]
  /// The sizes of the pulses of modules and items that draw attention, 0 … 1; all others are at rest.
  public var pulses: [BarItem: Double] = [:]
  /// The module, or the item of one, whose menu or panel is open; nil: none is.
  public var opener: BarItem?
}
