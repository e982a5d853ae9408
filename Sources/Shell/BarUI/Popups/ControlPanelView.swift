import Geometry
import Localization
public import ModuleModel
import Scenes
import Settings
public import Views
import VisualEffects

/// An input of pointer, fingers or keys on a panel; rows and buttons are given by their identifiers.
public enum PanelAction: ViewAction {
  /// The switch beside the title is clicked.
  case turn
  case choose(String)
  /// The button at the end of a choice is clicked.
  case unfold(String)
  /// The slider of a level is clicked, dragged or scrolled.
  case slide(String)
  /// The icon of a level is clicked.
  case toggle(String)
  /// A field is clicked.
  case edit(String)
  /// The button of a field is clicked.
  case submit(String)
  case press(row: String, button: String)
  /// The rows are scrolled by a wheel or two fingers, or dragged by one finger.
  case scroll

  /// The identifier of the row to which the action belongs; nil for the switch and for scrolling.
  public var row: String? {
    switch self {
    case .turn, .scroll: nil
    case .choose(let row), .unfold(let row), .slide(let row), .toggle(let row), .edit(let row),
      .submit(let row), .press(let row, _):
      row
    }
  }
}

/// The identity of a row of a panel, and the anchor by which its frame is found.
public struct PanelRowKey: Hashable, Sendable {
  public var id: String

  public init(_ id: String) {
    self.id = id
  }
}

/// The view of a panel. The popup that contains it draws the glass.
public struct ControlPanelView: View {
  /// The current state of a text field.
  public struct FieldState: Equatable, Sendable {
    public var text: String
    /// The selection as offsets in the UTF-8 of the text; empty for a cursor.
    public var selection: Range<Int>
    public var showsCursor: Bool

    public init(text: String = "", selection: Range<Int> = 0..<0, showsCursor: Bool = false) {
      (self.text, self.selection, self.showsCursor) = (text, selection, showsCursor)
    }
  }

  public var panel: ControlPanel
  /// The states of the text fields, by the identifiers of their rows; a missing one is empty.
  public var fields: [String: FieldState]
  /// The decoded pictures of `ControlPanel.pictures`. The space of a missing picture stays empty.
  public var pictures: PictureTable
  /// The scroll offset of the rows, in points.
  public var offset: Double
  /// Whether the rows are higher than the visible area, so that scrolling moves the rows and never a slider.
  public var isScrollable: Bool

  public init(
    _ panel: ControlPanel, fields: [String: FieldState] = [:], pictures: PictureTable = PictureTable(),
    offset: Double = 0, isScrollable: Bool = false
  ) {
    self.panel = panel
    self.fields = fields
    self.pictures = pictures
    self.offset = offset
    self.isScrollable = isScrollable
  }

  public var body: ViewTree {
    VStack(spacing: 0) {
      if !panel.title.isEmpty || panel.isOn != nil { header }
      if !panel.rows.isEmpty { rows }
    }
    .padding(horizontal: PanelMetrics.inset, vertical: PanelMetrics.inset)
    .frame(width: PanelMetrics.width(panel.width))
  }

  private var header: ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      Text(panel.title).bold()
      Spacer()
      if let isOn = panel.isOn { turning(panel.title, isOn: isOn) }
    }
    .frame(height: PanelMetrics.rowHeight)
    .padding(horizontal: PanelMetrics.textInset)
  }

  private var rows: ViewTree {
    let reservesMore = panel.rows.contains { row in
      if case .choice(let choice) = row.content { choice.hasMore } else { false }
    }
    let list = ScrollView(offset: offset) {
      VStack(spacing: 2, alignment: .leading) {
        for row in panel.rows {
          PanelRow(
            row: row, field: fields[row.id] ?? FieldState(), pictures: pictures, scrolls: !isScrollable,
            reservesMore: reservesMore,
            rowHeight: panel.width == .menu ? MenuMetrics.rowHeight : PanelMetrics.rowHeight
          )
          .frame(maxWidth: .infinity, alignment: .leading)
          .popupAnchor(PanelRowKey(row.id))
          .id(PanelRowKey(row.id))
        }
      }
    }
    return isScrollable
      ? list.onScroll(.vertical, PanelAction.scroll).onDrag(PanelAction.scroll) : list.body
  }
}

/// The view of a row of a panel.
struct PanelRow: View {
  var row: ControlPanel.Row
  var field: ControlPanelView.FieldState
  var pictures: PictureTable
  /// Whether scrolling over a slider moves it.
  var scrolls: Bool
  /// Whether choices without a button at the end leave space for one, so that the details and marks of all choices
  /// are aligned.
  var reservesMore: Bool
  /// The height of a choice, in points.
  var rowHeight = PanelMetrics.rowHeight

  var body: ViewTree {
    switch row.content {
    case .heading(let text): heading(text)
    case .switchHeading(let text, let isOn): switchHeading(text, isOn: isOn)
    case .text(let text): paragraph(text)
    case .summary(let summary): self.summary(summary)
    case .choice(let choice): self.choice(choice)
    case .level(let level): self.level(level)
    case .field(let field): self.field(field)
    case .buttons(let buttons): self.buttons(buttons)
    case .tools(let buttons): tools(buttons)
    case .tiles(let tiles): self.tiles(tiles)
    case .track(let track): self.track(track)
    case .entry(let entry): self.entry(entry)
    case .figure(let label, let figure, let icon): self.figure(label, figure, icon)
    case .graph(let values): graph(values)
    case .separator: Divider().padding(horizontal: PanelMetrics.textInset, vertical: 5)
    }
  }

  private func heading(_ text: String) -> ViewTree {
    Text(text).bold().vibrancy(.secondaryLabel)
      .padding(leading: PanelMetrics.textInset, trailing: PanelMetrics.textInset, top: 7, bottom: 3)
  }

  private func switchHeading(_ text: String, isOn: Bool) -> ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      Text(text).bold()
      Spacer()
      turning(text, isOn: isOn)
    }
    .frame(height: PanelMetrics.rowHeight)
    .padding(horizontal: PanelMetrics.textInset)
  }

  private func paragraph(_ text: String) -> ViewTree {
    Text(text).lineLimit(PanelMetrics.mostLines).vibrancy(.secondaryLabel)
      .padding(horizontal: PanelMetrics.textInset, vertical: 4)
  }

  private func figure(_ label: String, _ figure: String, _ icon: ModuleIcon?) -> ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      if let icon {
        ZStack { self.icon(icon) }.frame(width: PanelMetrics.buttonSide, height: PanelMetrics.buttonSide)
      }
      Text(label)
      Spacer(minLength: 0)
      Text(figure).vibrancy(.secondaryLabel).layoutPriority(1)
    }
    .padding(
      leading: icon == nil ? PanelMetrics.textInset : 3, trailing: PanelMetrics.textInset, top: 2, bottom: 2
    )
    .accessibility(.group, label: label, value: figure)
  }

  private func graph(_ values: [Double]) -> ViewTree {
    Sparkline(values, ink: .accent).frame(maxWidth: .infinity).frame(height: PanelMetrics.graphHeight)
      .background { Fill(.vibrant(.tertiaryFill)) }
      .clip(LogicalCorners(PanelMetrics.cornerRadius))
      .padding(horizontal: PanelMetrics.textInset, vertical: 4)
  }

  private func summary(_ summary: ControlPanel.Summary) -> ViewTree {
    HStack(spacing: 12) {
      if let icon = summary.picture {
        let side = PanelMetrics.side(ofPicture: icon)
        ZStack { picture(icon, side: side, cornerRadius: 8) }.frame(width: side, height: side)
      }
      VStack(spacing: 3, alignment: .leading) {
        if summary.figure.isEmpty {
          Text(summary.title).bold().lineLimit(2)
        } else {
          HStack(spacing: PanelMetrics.gap) {
            Text(summary.title).bold()
            Spacer(minLength: 0)
            Text(summary.figure).layoutPriority(1)
          }
        }
        if let meter = summary.meter {
          ProgressBar(meter.percent, ink: meter.isCritical ? PanelMetrics.red : .accent).padding(vertical: 2)
        }
        if !summary.detail.isEmpty { Text(summary.detail).lineLimit(2).vibrancy(.secondaryLabel) }
      }
      if summary.figure.isEmpty { Spacer() }
    }
    .padding(horizontal: PanelMetrics.textInset, vertical: 6)
  }

  private func choice(_ choice: ControlPanel.Choice) -> ViewTree {
    HStack(spacing: 0) {
      chooser(choice)
      if choice.hasMore {
        Button(PanelAction.unfold(row.id), style: .plain, cornerRadius: PanelMetrics.cornerRadius) {
          ZStack { icon(PanelMetrics.moreIcon).vibrancy(.secondaryLabel) }
            .frame(width: PanelMetrics.moreWidth, height: PanelMetrics.rowHeight)
        }
        .accessibility(.button, label: localized("more about \(choice.label)"))
        .cursor(.default)
      }
    }
    .body
  }

  private func chooser(_ choice: ControlPanel.Choice) -> ViewTree {
    Button(PanelAction.choose(row.id), style: .plain, cornerRadius: PanelMetrics.cornerRadius) {
      HStack(spacing: PanelMetrics.gap) {
        if let own = choice.icon { icon(own).ink(choice.isDestructive ? PanelMetrics.red : .automatic) }
        Text(choice.label).bold(choice.isChosen).ink(choice.isDestructive ? PanelMetrics.red : .automatic)
        Spacer(minLength: PanelMetrics.gap)
        if !choice.detail.isEmpty { Text(choice.detail).vibrancy(.secondaryLabel).layoutPriority(1) }
        // The mark comes after the check mark, so that the marks of all choices are aligned.
        if choice.isChosen { icon(PanelMetrics.checkMark).vibrancy(.secondaryLabel) }
        if let mark = choice.mark { icon(mark, side: PanelMetrics.markSide).vibrancy(.tertiaryLabel) }
      }
      .padding(
        leading: PanelMetrics.textInset,
        trailing: !reservesMore ? PanelMetrics.textInset : choice.hasMore ? 2 : PanelMetrics.moreWidth + 2
      )
      .frame(maxWidth: .infinity, alignment: .leading)
      .frame(height: rowHeight)
    }
    .accessibility(
      .button, label: choice.label,
      value: choice.isChosen ? localized("On", context: "switch") : choice.detail
    )
    .cursor(.default)
    .disabled(!choice.isEnabled)
  }

  private func level(_ level: ControlPanel.Level) -> ViewTree {
    VStack(spacing: 0, alignment: .leading) {
      if level.showsLabel, !level.label.isEmpty {
        Text(level.label).padding(leading: PanelMetrics.textInset, trailing: PanelMetrics.textInset, top: 5)
      }
      HStack(spacing: PanelMetrics.gap) {
        if let own = level.icon {
          if level.isIconButton {
            Button(PanelAction.toggle(row.id), style: .plain, cornerRadius: PanelMetrics.cornerRadius) {
              ZStack { icon(own) }.frame(width: PanelMetrics.buttonSide, height: PanelMetrics.buttonSide)
            }
            .accessibility(.button, label: localized("mute \(level.label)"))
          } else {
            ZStack { icon(own) }.frame(width: PanelMetrics.buttonSide, height: PanelMetrics.buttonSide)
          }
        }
        if !level.before.isEmpty { Text(level.before).vibrancy(.secondaryLabel) }
        slider(level.value)
        if !level.after.isEmpty {
          Text(level.after).vibrancy(.secondaryLabel)
            .frame(minWidth: PanelMetrics.leastAfter, alignment: .trailing).layoutPriority(1)
        }
      }
      .padding(
        leading: level.icon == nil ? PanelMetrics.textInset : 4, trailing: PanelMetrics.textInset
      )
      .frame(height: PanelMetrics.rowHeight)
      .environment { if level.isTime { $0.isRightToLeft = false } }
    }
    .disabled(!level.isEnabled)
  }

  private func slider(_ value: Double) -> ViewTree {
    let parts = PanelMetrics.sliderParts
    let slider = Slider(Int((value * Double(parts)).rounded()), of: parts, PanelAction.slide(row.id)).body
    // In a scrollable panel, scrolling over a slider moves the rows.
    return (scrolls ? slider : slider.onScroll(.vertical, PanelAction.scroll))
      .hitShape(reach: 5)
      .popupAnchor(PanelAction.slide(row.id))
  }

  private func field(_ content: ControlPanel.Field) -> ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      TextField(
        field.text, selection: field.selection, showsCursor: field.showsCursor,
        placeholder: content.placeholder
      )
      .controlHeight(PanelMetrics.buttonSide)
      .cursor(.text).onTap(.primary, PanelAction.edit(row.id)).focusable()
      .accessibility(.textField, label: content.placeholder, value: field.text)
      .id(PanelAction.edit(row.id))
      Button(PanelAction.submit(row.id)) {
        Text(content.button).padding(horizontal: 12).frame(height: PanelMetrics.buttonSide)
      }
      .disabled(field.text.isEmpty)
    }
    .padding(horizontal: PanelMetrics.textInset, vertical: 4)
  }

  private func buttons(_ buttons: [ControlPanel.Button]) -> ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      for button in buttons {
        if let icon = button.icon { iconButton(button, icon) } else { wordButton(button) }
      }
    }
    .frame(maxWidth: .infinity)
    .padding(horizontal: PanelMetrics.textInset, vertical: 4)
    // Buttons with icons are those of media players, which point along the time axis: from left to right in all
    // languages.
    .environment { if buttons.contains(where: { $0.icon != nil }) { $0.isRightToLeft = false } }
  }

  private func wordButton(_ button: ControlPanel.Button) -> ViewTree {
    Button(PanelAction.press(row: row.id, button: button.id), fill: button.fill) {
      Text(button.label).padding(horizontal: 6)
        .frame(height: PanelMetrics.rowHeight)
        .frame(maxWidth: .infinity)
        .environment { if button.fill != nil { $0.ink = .onAccent } }
    }
    .accessibility(.button, label: button.label)
    .disabled(!button.isEnabled)
  }

  /// A round button with an icon; the first action of its row is larger, on a fill.
  private func iconButton(_ button: ControlPanel.Button, _ icon: ModuleIcon) -> ViewTree {
    let isPrimary = button.role == .primary
    let side = isPrimary ? PanelMetrics.playSide : PanelMetrics.skipSide
    return Button(
      PanelAction.press(row: row.id, button: button.id), style: isPrimary ? .well : .plain,
      cornerRadius: side / 2, fill: button.fill
    ) {
      ZStack { self.icon(icon, side: isPrimary ? PanelMetrics.playIconSide : PanelMetrics.iconSide) }
        .frame(width: side, height: side)
        .environment { if button.fill != nil { $0.ink = .onAccent } }
    }
    .accessibility(.button, label: button.label)
    .disabled(!button.isEnabled)
  }

  private func tools(_ buttons: [ControlPanel.Button]) -> ViewTree {
    HStack(spacing: PanelMetrics.tileGap, distribution: .even) {
      for button in buttons {
        Button(
          PanelAction.press(row: row.id, button: button.id), cornerRadius: PanelMetrics.tileRadius,
          fill: button.fill
        ) {
          ZStack { if let own = button.icon { icon(own) } }
            .frame(maxWidth: .infinity).frame(height: PanelMetrics.toolHeight)
            .environment { if button.fill != nil { $0.ink = .onAccent } }
        }
        .accessibility(.button, label: button.label)
        .disabled(!button.isEnabled)
      }
    }
    .padding(vertical: 4)
  }

  private func tiles(_ tiles: [ControlPanel.Tile]) -> ViewTree {
    HStack(spacing: PanelMetrics.tileGap, distribution: .even) {
      for tile in tiles { self.tile(tile) }
    }
    .padding(vertical: 3)
  }

  private func tile(_ tile: ControlPanel.Tile) -> ViewTree {
    Button(
      PanelAction.press(row: row.id, button: tile.id), cornerRadius: PanelMetrics.tileRadius,
      fill: tile.isOn ? .accent : nil
    ) {
      HStack(spacing: 10) {
        icon(tile.icon, side: PanelMetrics.tileIconSide)
        VStack(spacing: 1, alignment: .leading) {
          Text(tile.title).bold()
          Text(tile.detail).ink(tile.isOn ? .onAccent : .vibrant(.secondaryLabel))
        }
        Spacer(minLength: 0)
      }
      .padding(horizontal: 11)
      .frame(maxWidth: .infinity, alignment: .leading)
      .frame(height: PanelMetrics.tileHeight)
      .environment { if tile.isOn { $0.ink = .onAccent } }
    }
    .accessibility(.toggle, label: tile.title, value: tile.detail)
    .disabled(!tile.isEnabled)
  }

  private func track(_ track: ControlPanel.Track) -> ViewTree {
    let side = PanelMetrics.side(ofCover: track.size)
    return HStack(spacing: 12) {
      ZStack { cover(track) }.frame(width: side, height: side)
      VStack(spacing: 2, alignment: .leading) {
        Text(track.title).bold().lineLimit(track.size == .large ? 2 : 1)
          .environment {
            if track.size == .large { $0.font = FontName($0.font).scaled(by: PanelMetrics.titleScale) }
          }
        for line in track.lines { Text(line).vibrancy(.secondaryLabel) }
      }
      Spacer(minLength: 0)
      // The buttons of players point along the time axis: from left to right in all languages.
      if !track.buttons.isEmpty { inline(track.buttons).environment { $0.isRightToLeft = false } }
    }
    .padding(horizontal: PanelMetrics.textInset, vertical: track.size == .large ? 6 : 8)
    .background {
      // A small track stands beside tiles, and lies on a fill as they do.
      if track.size == .small { Fill(.vibrant(.tertiaryFill), cornerRadius: PanelMetrics.tileRadius) }
    }
    .padding(vertical: track.size == .large ? 0 : 3)
  }

  private func entry(_ entry: ControlPanel.Entry) -> ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      VStack(spacing: 1, alignment: .leading) {
        Text(entry.title)
        if !entry.detail.isEmpty { Text(entry.detail).vibrancy(.secondaryLabel) }
      }
      Spacer(minLength: 0)
      inline(entry.buttons).layoutPriority(1)
    }
    .padding(leading: PanelMetrics.textInset, trailing: 2, top: 5, bottom: 5)
  }

  /// The cover of a track, or a symbol on a fill if there is none.
  @ViewBuilder private func cover(_ track: ControlPanel.Track) -> ViewTree {
    let side = PanelMetrics.side(ofPictureOf: track)
    let radius = PanelMetrics.radius(ofCover: track.size)
    if case .file? = track.picture.candidates.first {
      picture(track.picture, side: side, cornerRadius: radius)
    } else {
      icon(track.picture, side: side).vibrancy(.secondaryLabel)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background { Fill(.vibrant(.tertiaryFill), cornerRadius: radius) }
    }
  }

  /// Round buttons with icons at the end of a row.
  private func inline(_ buttons: [ControlPanel.Button]) -> ViewTree {
    HStack(spacing: 2) {
      for button in buttons {
        Button(
          PanelAction.press(row: row.id, button: button.id), style: .plain,
          cornerRadius: PanelMetrics.rowHeight / 2
        ) {
          ZStack { if let own = button.icon { icon(own) } }
            .frame(width: PanelMetrics.rowHeight, height: PanelMetrics.rowHeight)
        }
        .accessibility(.button, label: button.label)
        .disabled(!button.isEnabled)
      }
    }
    .body
  }

  private func icon(_ icon: ModuleIcon, side: Double = PanelMetrics.iconSide) -> ViewTree {
    ZStack { picture(icon, side: side) }.frame(width: side, height: side)
  }

  @ViewBuilder private func picture(_ icon: ModuleIcon, side: Double, cornerRadius: Double = 0) -> ViewTree {
    if let picture = pictures.pictures[PictureTable.Key(icon, side: side)] ?? nil {
      Image(
        picture.bitmap, isTemplate: picture.isTemplate, cornerRadius: picture.isTemplate ? 0 : cornerRadius
      )
      .fitted(width: side, height: side)
    } else {
      Spacer()
    }
  }
}

extension ControlPanel {
  /// The icons and pictures that the panel shows.
  public var pictures: [PictureTable.Key] {
    func keys(_ icons: [ModuleIcon?], side: Double = PanelMetrics.iconSide) -> [PictureTable.Key] {
      icons.compactMap(\.self).map { PictureTable.Key($0, side: side) }
    }
    return rows.flatMap { row -> [PictureTable.Key] in
      switch row.content {
      case .summary(let summary):
        summary.picture.map { [PictureTable.Key($0, side: PanelMetrics.side(ofPicture: $0))] } ?? []
      case .choice(let choice):
        keys([
          choice.icon, choice.isChosen ? PanelMetrics.checkMark : nil,
          choice.hasMore ? PanelMetrics.moreIcon : nil,
        ]) + keys([choice.mark], side: PanelMetrics.markSide)
      case .level(let level): keys([level.icon])
      case .buttons(let buttons):
        buttons.flatMap {
          keys([$0.icon], side: $0.role == .primary ? PanelMetrics.playIconSide : PanelMetrics.iconSide)
        }
      case .tools(let buttons): keys(buttons.map(\.icon))
      case .tiles(let tiles): keys(tiles.map(\.icon), side: PanelMetrics.tileIconSide)
      case .track(let track):
        keys([track.picture], side: PanelMetrics.side(ofPictureOf: track)) + keys(track.buttons.map(\.icon))
      case .entry(let entry): keys(entry.buttons.map(\.icon))
      case .figure(_, _, let icon): keys([icon])
      case .heading, .switchHeading, .text, .field, .graph, .separator: []
      }
    }
  }
}

extension ControlPanel.Button {
  /// The ink below the label; nil: that of all buttons.
  fileprivate var fill: ViewInk? {
    switch role {
    case .plain: nil
    case .primary: .accent
    case .destructive: .colour([0.78, 0.16, 0.13, 1])
    }
  }
}

/// The switch of a panel, whose state is told in the user's language.
private func turning(_ label: String, isOn: Bool) -> ViewTree {
  Toggle(isOn: isOn, label: label, PanelAction.turn)
    .accessibility(
      .toggle, label: label,
      value: isOn ? localized("On", context: "switch") : localized("Off", context: "switch"))
}
