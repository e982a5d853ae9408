import ModuleModel
import Views

/// The buttons of a row of a panel.
struct PanelButtons: View {
  /// The look of the buttons, and their place in the row.
  enum Arrangement {
    /// Buttons with words that share the width of the row, below one another if they do not fit beside one another, or
    /// those of a media player in its middle.
    case wide
    /// Tiles with icons that share the width of the row.
    case tools
    /// Round buttons with icons at the end of the row.
    case inline
  }

  var buttons: [ControlPanel.Button]
  /// The identifier of the row.
  var row: PanelRowKey
  var pictures: PictureTable
  var arrangement: Arrangement

  var body: ViewTree {
    switch arrangement {
    case .wide: wide
    case .tools: tools
    case .inline: inline
    }
  }

  private var wide: ViewTree {
    let haveIcons = buttons.contains { $0.icon != nil }
    let row = HStack(spacing: PanelMetrics.gap) {
      for button in buttons {
        if let icon = button.icon { iconButton(button, icon) } else { wordButton(button) }
      }
    }
    return (haveIcons ? row.body : row.shortForm(column))
      .frame(maxWidth: .infinity)
      .padding(horizontal: PanelMetrics.textInset, vertical: 4)
      // Buttons with icons are those of media players, which point along the time axis: from left to right in all
      // languages.
      .environment { if haveIcons { $0.isRightToLeft = false } }
  }

  /// Buttons with words below one another. A row ends with the button that confirms; the column begins with it.
  private var column: ViewTree {
    VStack(spacing: PanelMetrics.gap) {
      for button in buttons.reversed() { wordButton(button) }
    }
    .body
  }

  private func wordButton(_ button: ControlPanel.Button) -> ViewTree {
    self.button(button, fill: button.fill) {
      Text(button.label).padding(horizontal: 6).frame(height: PanelMetrics.rowHeight)
        .frame(maxWidth: .infinity)
    }
  }

  /// A round button with an icon; the first action of its row is larger, on a fill.
  private func iconButton(_ button: ControlPanel.Button, _ own: ModuleIcon) -> ViewTree {
    let isPrimary = button.role == .primary
    let side = isPrimary ? PanelMetrics.playSide : PanelMetrics.skipSide
    return self.button(
      button, style: isPrimary ? .well : .plain, cornerRadius: side / 2, fill: button.fill
    ) {
      ZStack { icon(own, side: isPrimary ? PanelMetrics.playIconSide : PanelMetrics.iconSide) }
        .frame(width: side, height: side)
    }
  }

  private var tools: ViewTree {
    HStack(spacing: PanelMetrics.tileGap, distribution: .even) {
      for button in buttons {
        self.button(button, cornerRadius: PanelMetrics.tileRadius, fill: button.fill) {
          ZStack { if let own = button.icon { icon(own) } }
            .frame(maxWidth: .infinity).frame(height: PanelMetrics.toolHeight)
        }
      }
    }
    .body
  }

  /// Round buttons with icons at the end of a row.
  private var inline: ViewTree {
    HStack(spacing: 2) {
      for button in buttons {
        self.button(button, style: .plain, cornerRadius: PanelMetrics.rowHeight / 2) {
          ZStack { if let own = button.icon { icon(own) } }
            .frame(width: PanelMetrics.rowHeight, height: PanelMetrics.rowHeight)
        }
      }
    }
    .body
  }

  private func button(
    _ button: ControlPanel.Button, style: Button.Style = .well, cornerRadius: Double = 8,
    fill: ViewInk? = nil,
    @ViewBuilder label: () -> ViewTree
  ) -> ViewTree {
    Button(
      PanelAction.press(row: row, button: button.id), style: style, cornerRadius: cornerRadius, fill: fill
    ) {
      label().environment { if fill != nil { $0.ink = .onAccent } }
    }
    // A label that is shown in full has no tooltip.
    .help(button.label)
    .accessibility(.button, label: button.label)
    .disabled(!button.isEnabled)
  }

  private func icon(_ icon: ModuleIcon, side: Double = PanelMetrics.iconSide) -> PanelIcon {
    PanelIcon(icon: icon, pictures: pictures, side: side)
  }
}

extension ControlPanel.Button {
  /// The ink below the label; nil: that of all buttons.
  fileprivate var fill: ViewInk? {
    switch role {
    case .plain: nil
    case .primary: .accent
    case .destructive: PanelMetrics.redFill
    }
  }
}
