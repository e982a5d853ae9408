public import ModuleModel
public import Views

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
  public var fields: [PanelRowKey: FieldState]
  /// The decoded pictures of `ControlPanel.pictures`. The space of a missing picture stays empty.
  public var pictures: PictureTable
  /// The scroll offset of the rows, in points.
  public var offset: Double
  /// Whether the rows are higher than the visible area, so that scrolling moves the rows and never a slider.
  public var isScrollable: Bool

  public init(
    _ panel: ControlPanel, fields: [PanelRowKey: FieldState] = [:],
    pictures: PictureTable = PictureTable(), offset: Double = 0, isScrollable: Bool = false
  ) {
    self.panel = panel
    self.fields = fields
    self.pictures = pictures
    self.offset = offset
    self.isScrollable = isScrollable
  }

  public var body: ViewTree {
    VStack(spacing: 0) {
      if hasHeader { header }
      if !panel.rows.isEmpty { rows }
    }
    // The focus goes to the rows first: the button may remove all that they show.
    .badge(alignment: .topTrailing) { if hasHeader, let button = panel.button { headerButton(button) } }
    .padding(horizontal: PanelMetrics.inset, vertical: PanelMetrics.inset)
    .frame(width: PanelMetrics.width(panel.width))
  }

  private var hasHeader: Bool { !panel.title.isEmpty || panel.isOn != nil }

  private var header: ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      Text(panel.title).bold()
      Spacer()
      if let isOn = panel.isOn { PanelSwitch(label: panel.title, isOn: isOn) }
      if let button = panel.button { headerLabel(button).hidden().layoutPriority(1) }
    }
    .frame(height: PanelMetrics.rowHeight)
    // The texts of a wide panel are in line with those of its tiles, and the button with their edges.
    .padding(
      leading: PanelMetrics.textInset,
      trailing: panel.button == nil ? PanelMetrics.textInset : PanelMetrics.headerButtonInset,
      bottom: panel.width == .wide ? PanelMetrics.tileMargin : 0)
  }

  private func headerButton(_ button: ControlPanel.Button) -> ViewTree {
    let action = PanelAction.press(row: ControlPanel.header, button: button.id)
    return Button(action, cornerRadius: PanelMetrics.headerButtonHeight / 2) {
      headerLabel(button)
    }
    .disabled(!button.isEnabled)
    .popupAnchor(ControlPanel.header)
    .frame(height: PanelMetrics.rowHeight)
    .padding(trailing: PanelMetrics.headerButtonInset)
  }

  private func headerLabel(_ button: ControlPanel.Button) -> ViewTree {
    Text(button.label).padding(horizontal: 12).frame(height: PanelMetrics.headerButtonHeight)
  }

  private var rows: ViewTree {
    let reservesMore = panel.rows.contains { row in
      if case .choice(let choice) = row.content { choice.hasMore } else { false }
    }
    let list = ScrollView(offset: offset, barOutset: PanelMetrics.barOutset) {
      VStack(spacing: 2, alignment: .leading) {
        for row in panel.rows {
          PanelRow(
            row: row, field: fields[row.id] ?? FieldState(), pictures: pictures, scrolls: !isScrollable,
            reservesMore: reservesMore,
            rowHeight: panel.width == .menu ? MenuMetrics.rowHeight : PanelMetrics.rowHeight,
            isFirst: !hasHeader && row.id == panel.rows.first?.id, isLast: row.id == panel.rows.last?.id
          )
          .frame(maxWidth: .infinity, alignment: .leading)
          .popupAnchor(row.id)
          .id(row.id)
        }
      }
    }
    return isScrollable
      ? list.onScroll(.vertical, PanelAction.scroll).onDrag(PanelAction.scroll) : list.body
  }
}

extension ControlPanel {
  /// The picture of the large cover that the panel shows; nil: it shows none, or a symbol in its place.
  public var coverKey: PictureTable.Key? {
    for row in rows {
      guard case .track(let track) = row.content, track.size == .large,
        case .file? = track.picture.candidates.first
      else { continue }
      return PictureTable.Key(track.picture, side: PanelMetrics.side(ofPictureOf: track))
    }
    return nil
  }

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
      case .level(let level):
        keys([level.showsLabel ? level.picture : nil, level.icon])
          + keys([level.fold?.mark], side: PanelMetrics.markSide)
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
      case .message(let message): PanelMessage.pictures(of: message)
      case .fold(_, let isUnfolded):
        keys([PanelMetrics.foldIcon(isUnfolded: isUnfolded)], side: PanelMetrics.markSide)
      case .placeholder(_, let icon): keys([icon], side: PanelMetrics.placeholderSide)
      case .heading, .switchHeading, .text, .field, .graph, .separator: []
      }
    }
  }
}
