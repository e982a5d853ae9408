import Geometry
public import Scenes

/// A text of one line, or of several.
///
/// The text ends in an ellipsis if there is not enough room. A row or a frame that centres it puts the middle of its
/// capital letters in the middle.
public struct Text: View {
  /// The alignment of a text whose view takes all the width.
  public enum Alignment: Sendable {
    /// The side at which lines of the text begin.
    case natural
    case leading, center, trailing
  }

  /// A part of the text that can be clicked.
  public struct Link: Equatable, Sendable {
    /// The part of the text, as offsets in the UTF-8 of the string.
    public var range: Range<Int>
    public var action: ErasedAction

    public init(_ range: Range<Int>, _ action: some ViewAction) {
      self.range = range
      self.action = ErasedAction(action)
    }
  }

  /// The ink of a part of the text.
  public struct InkRun: Equatable, Sendable {
    /// The part of the text, as offsets in the UTF-8 of the string.
    public var range: Range<Int>
    public var ink: ViewInk

    public init(_ range: Range<Int>, _ ink: ViewInk) {
      self.range = range
      self.ink = ink
    }
  }

  var string: String
  var runs: [StyledText.Run]
  var links: [Link]
  var inks: [InkRun] = []
  var lineLimit = 1
  var indentsListItems = false
  var isBold = false
  var alignment: Alignment?
  var centresInk = false
  var leastWidth: Double?
  var scrollTime: Duration?
  var turn: StyledText.Turn?

  /// `runs` are parts that look different, in order and without overlaps.
  public init(_ string: String, runs: [StyledText.Run] = [], links: [Link] = []) {
    self.string = string
    self.runs = runs
    self.links = links
  }

  public var body: ViewTree { return ViewTree(self) }

  // MARK: - Copies with one property changed

  /// Breaks the text into at most `lines` lines; with 1, line breaks become spaces.
  public func lineLimit(_ lines: Int) -> Text { with { $0.lineLimit = lines } }

  /// Lets the further lines of an item of a list, which begins with a bullet or a number, begin below the item's text.
  public func indentsListItems(_ indents: Bool = true) -> Text { with { $0.indentsListItems = indents } }

  /// Gives parts of the text inks of their own, in order and without overlaps.
  public func inks(_ inks: [InkRun]) -> Text { with { $0.inks = inks } }

  /// Makes all letters bold, or none of them.
  public func bold(_ isBold: Bool = true) -> Text { with { $0.isBold = isBold } }

  /// Makes the view take all the width, with the text at one side of it or in its middle; nil: the view takes
  /// no more than the text needs.
  public func textAlignment(_ alignment: Alignment?) -> Text { with { $0.alignment = alignment } }

  /// Centres the drawn shape of the text vertically instead of the height of capital letters; for single letters of any script, and for
  /// signs such as a cross.
  public func centresInk(_ centres: Bool = true) -> Text { with { $0.centresInk = centres } }

  /// Sets the least width in points to which the text is shortened, in place of the environment's; `.infinity`: the
  /// text is never shortened.
  public func leastWidth(_ points: Double) -> Text { with { $0.leastWidth = points } }

  /// Lets a text of one line pass through its room, in place of an ellipsis, if there is not enough room; `time` is
  /// the time for which the text has been shown. Nil: it ends in an ellipsis.
  ///
  /// ``LaidOutView/untilMotion`` tells when the text has to be laid out again.
  public func scrolling(at time: Duration?) -> Text { with { $0.scrollTime = time } }

  /// Turns the text by a right angle, so that its line runs downwards or upwards; it ends in an ellipsis if it is longer than its
  /// room is high. Nil: the text is level.
  public func turned(_ turn: StyledText.Turn?) -> Text { with { $0.turn = turn } }

  private func with(_ change: (inout Text) -> Void) -> Text {
    var text = self
    change(&text)
    return text
  }
}

extension Text: Element {
  func box(in context: LayoutContext) -> any Box {
    let environment = context.environment
    let runs = isBold ? [StyledText.Run(range: 0..<string.utf8.count, isBold: true)] : runs
    var text = StyledText(
      string: string, font: environment.font, scale: environment.scale, maxWidth: nil, maxLines: lineLimit,
      runs: runs, turn: turn)
    text.indentsListItems = indentsListItems
    if lineLimit > 1 { text.lineAlignment = lineAlignment(isMirrored: environment.isRightToLeft) }
    let extent = context.measurer.measure(text)
    let least = context.limit(leastWidth ?? environment.leastTextWidth) ?? 0
    let capitals = context.measurer.capHeight(font: text.font, scale: text.scale)
    let pen = TextPen(
      measurer: context.measurer, layers: layers(in: context), alignment: alignment,
      isMirrored: environment.isRightToLeft,
      letterHeight: centresInk ? extent.inkMiddle.map { 2 * $0 } ?? capitals : capitals,
      links: links, id: context.id)
    if let turn { return TurnedTextBox(pen: pen, text: text, extent: extent, turn: turn, leastLength: least) }
    return TextBox(
      pen: pen, text: text, extent: extent, scrollTime: lineLimit == 1 ? scrollTime : nil,
      width: Span(
        least: min(extent.size.width, least), ideal: extent.size.width,
        most: alignment == nil ? 0 : Span.unbounded))
  }

  /// The place of the lines of a text that stands at a side of its view or in the middle; nil: the side at which it begins.
  private func lineAlignment(isMirrored: Bool) -> StyledText.LineAlignment? {
    switch alignment {
    case .natural, nil: nil
    case .leading: isMirrored ? .right : .left
    case .center: .center
    case .trailing: isMirrored ? .left : .right
    }
  }

  /// The inks with the parts that each draws: the environment's first, for what has no ink of its own.
  private func layers(in context: LayoutContext) -> [TextLayer] {
    let base = context.ink(context.environment.ink)
    if inks.isEmpty { return [TextLayer(ink: base, parts: nil)] }
    var layers = [TextLayer(ink: base, parts: [])]
    func add(_ range: Range<Int>, _ ink: Ink) {
      if range.isEmpty { return }
      let place = layers.firstIndex { $0.ink == ink } ?? layers.count
      if place == layers.count { layers.append(TextLayer(ink: ink, parts: [])) }
      layers[place].parts?.append(range)
    }
    var reached = 0
    for run in inks {
      add(reached..<max(reached, run.range.lowerBound), base)
      add(run.range, context.ink(run.ink))
      reached = max(reached, run.range.upperBound)
    }
    add(reached..<max(reached, string.utf8.count), base)
    layers = layers.filter { $0.parts?.isEmpty != true }
    return layers.count == 1 ? [TextLayer(ink: layers[0].ink, parts: nil)] : layers
  }
}
