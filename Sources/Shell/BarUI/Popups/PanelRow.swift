import Geometry
import Localization
import ModuleModel
import Settings
import Views
import VisualEffects

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
  /// Whether the row is at the upper or lower end of the panel, where tiles are as far from the edge as at the sides.
  var isFirst = false
  var isLast = false

  @ViewBuilder var body: ViewTree {
    switch row.content {
    case .heading(let text): heading(text)
    case .switchHeading(let text, let isOn): switchHeading(text, isOn: isOn)
    case .text(let text): paragraph(text)
    case .summary(let summary): self.summary(summary)
    case .choice(let choice): self.choice(choice)
    case .level(let level): self.level(level)
    case .field(let field): self.field(field)
    case .buttons(let buttons):
      PanelButtons(buttons: buttons, row: row.id, pictures: pictures, arrangement: .wide)
        .padding(bottom: isLast ? PanelMetrics.blockEnd : 0)
    case .tools(let buttons):
      tiled(PanelButtons(buttons: buttons, row: row.id, pictures: pictures, arrangement: .tools))
    case .tiles(let tiles): tiled(self.tiles(tiles))
    case .track(let track): if track.size == .small { tiled(self.track(track)) } else { self.track(track) }
    case .entry(let entry): self.entry(entry)
    case .figure(let label, let figure, let icon): self.figure(label, figure, icon)
    case .message(let message):
      tiled(PanelMessage(message: message, row: row.id, pictures: pictures))
    case .fold(let text, let isUnfolded): fold(text, isUnfolded: isUnfolded)
    case .placeholder(let text, let icon): placeholder(text, icon)
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
      PanelSwitch(label: text, isOn: isOn)
    }
    .frame(height: PanelMetrics.rowHeight)
    .padding(horizontal: PanelMetrics.textInset)
  }

  private func paragraph(_ text: String) -> ViewTree {
    Text(text).lineLimit(PanelMetrics.mostLines).vibrancy(.secondaryLabel)
      .padding(horizontal: PanelMetrics.textInset, vertical: 4)
  }

  private func figure(_ label: String, _ figure: String, _ icon: ModuleIcon?) -> ViewTree {
    HStack(spacing: 0) {
      if let icon { besideSlider(icon).padding(trailing: PanelMetrics.signGap) }
      HStack(spacing: PanelMetrics.gap) {
        Text(label)
        Spacer(minLength: 0)
        Text(figure).vibrancy(.secondaryLabel).layoutPriority(1)
      }
    }
    .padding(
      leading: icon == nil ? PanelMetrics.textInset : PanelMetrics.iconInset,
      trailing: PanelMetrics.textInset, top: 2, bottom: 2
    )
    .accessibility(.group, label: label, value: figure)
  }

  private func graph(_ values: [Double?]) -> ViewTree {
    Sparkline(values, ink: .accentMark).frame(maxWidth: .infinity).frame(height: PanelMetrics.graphHeight)
      .background { Fill(.vibrant(.tertiaryFill)) }
      .clip(LogicalCorners(PanelMetrics.cornerRadius))
      .padding(
        leading: PanelMetrics.textInset, trailing: PanelMetrics.textInset, top: 4,
        bottom: 4 + (isLast ? PanelMetrics.blockEnd : 0))
  }

  private func summary(_ summary: ControlPanel.Summary) -> ViewTree {
    HStack(spacing: 12) {
      if let icon = summary.picture {
        let side = PanelMetrics.side(ofPicture: icon)
        ZStack { PanelPicture(icon: icon, pictures: pictures, side: side, cornerRadius: 8) }.frame(
          width: side, height: side)
      }
      VStack(spacing: 3, alignment: .leading) {
        if summary.figure.isEmpty {
          Text(summary.title).bold().lineLimit(2)
        } else {
          HStack(spacing: PanelMetrics.gap, alignment: .firstTextBaseline) {
            Text(summary.title).bold().lineLimit(2)
            Spacer(minLength: 0)
            Text(summary.figure).layoutPriority(1)
          }
        }
        if let meter = summary.meter {
          ProgressBar(meter.percent, ink: meter.isCritical ? PanelMetrics.red : .accentMark).padding(
            vertical: 2)
        }
        if !summary.detail.isEmpty {
          Text(summary.detail).lineLimit(PanelMetrics.mostDetailLines).vibrancy(.secondaryLabel)
        }
      }
      if summary.figure.isEmpty { Spacer() }
    }
    .padding(horizontal: PanelMetrics.textInset, vertical: 6)
  }

  private func choice(_ choice: ControlPanel.Choice) -> ViewTree {
    HStack(spacing: 0) {
      chooser(choice)
      if choice.hasMore {
        let words = localized("more about \(choice.label)")
        Button(PanelAction.unfold(row.id), style: .plain, cornerRadius: PanelMetrics.cornerRadius) {
          ZStack { icon(PanelMetrics.moreIcon).vibrancy(.secondaryLabel) }
            .frame(width: PanelMetrics.moreWidth, height: PanelMetrics.rowHeight)
        }
        .help(words.capitalizedSentence)
        .accessibility(.button, label: words)
        .expandable(isExpanded: choice.isUnfolded)
        .cursor(.default)
      }
    }
    .body
  }

  private func chooser(_ choice: ControlPanel.Choice) -> ViewTree {
    Button(
      PanelAction.choose(row.id), style: .plain, cornerRadius: PanelMetrics.cornerRadius,
      fill: choice.isDestructive ? PanelMetrics.redFill : nil
    ) {
      if choice.isDestructive {
        Reactive { look in
          if look.isUsed {
            label(of: choice, main: .onAccent, second: .onAccent, third: .onAccent)
          } else {
            label(of: choice, main: PanelMetrics.red)
          }
        }
      } else {
        label(of: choice, main: .automatic)
      }
    }
    .accessibility(
      .button, label: choice.label,
      value: choice.isChosen ? ControlPanel.stateLabel(isOn: true) : choice.detail
    )
    .expandable(isExpanded: choice.hasMore ? nil : choice.isUnfolded)
    .cursor(.default)
    .disabled(!choice.isEnabled)
  }

  /// The content of a choice in the inks of its label, its detail and its mark.
  private func label(
    of choice: ControlPanel.Choice, main: ViewInk, second: ViewInk = .vibrant(.secondaryLabel),
    third: ViewInk = .vibrant(.tertiaryLabel)
  ) -> ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      if let own = choice.icon { icon(own).ink(main) }
      Text(choice.label).bold(choice.isChosen).ink(main)
      Spacer()
      // A long name at the end, such as that of a device, leaves half of the row to the label.
      if !choice.detail.isEmpty { Text(choice.detail).ink(second) }
      // The mark comes after the check mark, so that the marks of all choices are aligned.
      if choice.isChosen { icon(PanelMetrics.checkMark).ink(second) }
      if let mark = choice.mark { icon(mark, side: PanelMetrics.markSide).ink(third) }
    }
    .padding(
      leading: PanelMetrics.textInset,
      trailing: !reservesMore ? PanelMetrics.textInset : choice.hasMore ? 2 : PanelMetrics.moreWidth + 2
    )
    .frame(maxWidth: .infinity, alignment: .leading)
    .frame(height: rowHeight)
  }

  private func level(_ level: ControlPanel.Level) -> ViewTree {
    VStack(spacing: 0, alignment: .leading) {
      if level.showsLabel, !level.label.isEmpty {
        name(of: level)
      }
      HStack(spacing: 0) {
        if let own = level.icon { control(own, of: level).padding(trailing: PanelMetrics.signGap) }
        HStack(spacing: PanelMetrics.gap) {
          if !level.before.isEmpty { Text(level.before).vibrancy(.secondaryLabel) }
          slider(level)
          if level.showsAfter, !level.after.isEmpty {
            Text(level.after).vibrancy(.secondaryLabel)
              .frame(minWidth: PanelMetrics.leastAfter, alignment: .trailing)
              .layoutPriority(1)
          }
        }
      }
      .padding(
        leading: level.icon == nil ? PanelMetrics.textInset : PanelMetrics.iconInset,
        trailing: PanelMetrics.textInset
      )
      .frame(height: PanelMetrics.rowHeight)
      .environment { if level.isTime { $0.isRightToLeft = false } }
    }
    .disabled(!level.isEnabled)
  }

  /// The icon before a slider, which may be a button that mutes.
  @ViewBuilder private func control(_ icon: ModuleIcon, of level: ControlPanel.Level) -> ViewTree {
    if level.isIconButton {
      let words = localized("mute \(level.name)")
      Button(PanelAction.toggle(row.id), style: .plain, cornerRadius: PanelMetrics.cornerRadius) {
        sign(icon, of: level)
      }
      .help(words.capitalizedSentence)
      .accessibility(.button, label: words)
    } else {
      sign(icon, of: level)
    }
  }

  /// The icon before a slider. The figures of a value that is not always shown take the place of the icon while the slider is used,
  /// so that the slider reaches to the edge of texts and does not move under the hand. There is no room for a percent sign. The
  /// value has the ink of labels, which needs no more fill than the rest of the panel: with a weaker one the glass would become
  /// darker under the hand.
  private func sign(_ icon: ModuleIcon, of level: ControlPanel.Level) -> ViewTree {
    let sign = besideSlider(icon)
    if level.showsAfter || level.after.isEmpty { return sign }
    let figures = String(level.after.filter(\.isNumber))
    return Reactive(to: PanelAction.slide(row.id)) { look in
      sign.opacity(look.isUsed ? 0 : 1)
        .badge(alignment: .center) {
          Text(figures).frame(height: PanelMetrics.buttonSide).opacity(look.isUsed ? 1 : 0)
            .environment { $0.font = FontName($0.font).scaled(by: PanelMetrics.valueScale) }
        }
    }
    .body
  }

  /// The line above a slider.
  private func name(of level: ControlPanel.Level) -> ViewTree {
    HStack(spacing: PanelMetrics.gap) {
      if let picture = level.picture { icon(picture) }
      Text(level.label)
      if let fold = level.fold {
        Spacer(minLength: 0)
        button(fold)
      }
    }
    .frame(height: level.fold == nil ? nil : PanelMetrics.foldHeight)
    .padding(
      leading: PanelMetrics.textInset,
      trailing: level.fold == nil ? PanelMetrics.textInset : PanelMetrics.textInset - PanelMetrics.foldInset,
      top: level.fold == nil ? 5 : 2)
  }

  /// The button behind the name of a level, whose mark ends where sliders do.
  private func button(_ fold: ControlPanel.Fold) -> ViewTree {
    Button(PanelAction.unfold(row.id), style: .plain, cornerRadius: PanelMetrics.foldInset) {
      HStack(spacing: PanelMetrics.foldInset) {
        if !fold.chosen.isEmpty { Text(fold.chosen).vibrancy(.secondaryLabel) }
        icon(fold.mark, side: PanelMetrics.markSide).vibrancy(.tertiaryLabel)
      }
      .padding(horizontal: PanelMetrics.foldInset)
      .frame(height: PanelMetrics.foldHeight)
    }
    .help(fold.words.capitalizedSentence)
    .accessibility(.button, label: fold.words, value: fold.chosen)
    .expandable(isExpanded: fold.isUnfolded)
    .cursor(.default)
  }

  private func slider(_ level: ControlPanel.Level) -> ViewTree {
    let parts = PanelMetrics.sliderParts
    let slider = Slider(
      Int((level.value * Double(parts)).rounded()), of: parts,
      ink: level.isMuted ? PanelMetrics.mutedInk : .accentMark, stops: level.stops, label: level.name,
      PanelAction.slide(row.id)
    ).body
    // The rows of a scrollable panel move when the wheel turns over a slider.
    return (scrolls ? slider : slider.onScroll(.vertical, PanelAction.scroll))
      .hitShape(reach: 5)
      .id(PanelAction.slide(row.id))
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

  private func tiles(_ tiles: [ControlPanel.Tile]) -> ViewTree {
    HStack(spacing: PanelMetrics.tileGap, distribution: .even) {
      for tile in tiles { self.tile(tile) }
    }
    .body
  }

  /// A row of tiles, with room to the rows above and below it.
  private func tiled(_ row: some View) -> ViewTree {
    row.padding(
      top: isFirst ? 0 : PanelMetrics.tileMargin, bottom: isLast ? 0 : PanelMetrics.tileMargin)
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
      }
      .padding(horizontal: PanelMetrics.textInset, vertical: PanelMetrics.tileInset)
      .frame(maxWidth: .infinity, alignment: .leading)
      .frame(minHeight: PanelMetrics.tileHeight)
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
    .padding(
      leading: PanelMetrics.textInset, trailing: PanelMetrics.textInset,
      top: track.size == .small ? 8 : isFirst ? PanelMetrics.textInset : 6,
      bottom: track.size == .small ? 8 : isLast ? PanelMetrics.textInset : 6
    )
    .background {
      // A small track stands beside tiles, and lies on a fill with a line around it as they do.
      if track.size == .small {
        Fill(.vibrant(.tertiaryFill), cornerRadius: PanelMetrics.tileRadius, border: .well).stroked()
      }
    }
    .body
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

  private func fold(_ text: String, isUnfolded: Bool) -> ViewTree {
    Button(PanelAction.choose(row.id), style: .plain, cornerRadius: PanelMetrics.cornerRadius) {
      HStack(spacing: PanelMetrics.gap / 2) {
        Text(text)
        icon(PanelMetrics.foldIcon(isUnfolded: isUnfolded), side: PanelMetrics.markSide)
      }
      .frame(maxWidth: .infinity)
      .frame(height: PanelMetrics.rowHeight)
      .environment { $0.ink = .vibrant(.secondaryLabel) }
    }
    .expandable(isExpanded: isUnfolded)
    .cursor(.default)
  }

  private func placeholder(_ text: String, _ sign: ModuleIcon) -> ViewTree {
    VStack(spacing: 10) {
      icon(sign, side: PanelMetrics.placeholderSide).vibrancy(.tertiaryLabel)
      Text(text).lineLimit(3).vibrancy(.secondaryLabel)
    }
    .frame(maxWidth: .infinity)
    .padding(horizontal: PanelMetrics.textInset, vertical: PanelMetrics.placeholderRoom)
  }

  /// The cover of a track, or a symbol on a fill if there is none.
  @ViewBuilder private func cover(_ track: ControlPanel.Track) -> ViewTree {
    if case .file? = track.picture.candidates.first {
      PanelCover(icon: track.picture, pictures: pictures, size: track.size)
    } else {
      icon(track.picture, side: PanelMetrics.side(ofPictureOf: track)).vibrancy(.secondaryLabel)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background { Fill(.vibrant(.tertiaryFill), cornerRadius: PanelMetrics.radius(ofCover: track.size)) }
    }
  }

  private func icon(_ icon: ModuleIcon, side: Double = PanelMetrics.iconSide) -> PanelIcon {
    PanelIcon(icon: icon, pictures: pictures, side: side)
  }

  /// An icon before a slider, or in line with those of sliders.
  private func besideSlider(_ icon: ModuleIcon) -> ViewTree {
    ZStack { self.icon(icon) }.frame(width: PanelMetrics.buttonSide, height: PanelMetrics.buttonSide)
  }

  private func inline(_ buttons: [ControlPanel.Button]) -> PanelButtons {
    PanelButtons(buttons: buttons, row: row.id, pictures: pictures, arrangement: .inline)
  }
}
