import LiveGlass

/// The panel on one output, which slides up when it is shown.
final class SlidingPanel {
  private var offset = Animated(WeatherPanel.size.height)
  private weak var surface: LiveSurface?
  private var span = WeatherPanel.Span.today

  init(on output: LiveOutput) {
    var placement = SurfacePlacement(
      anchors: [.bottom], width: Int(WeatherPanel.size.width), height: Int(WeatherPanel.size.height))
    placement.margins.bottom = 40
    let material = BlurEffect(style: .systemMaterial).material(isDark: true)
    // The surface does not move; the sheet moves inside it.
    let panel = output.show(placement, expecting: material, isDark: true) { [unowned self] act in
      take(act.action)
    } views: { [unowned self] layout in
      WeatherPanel(
        span: span, offset: offset.value(at: layout.now), icon: .sun(Int(36 * layout.scale)))
    }
    surface = panel
    // The animation begins with the first frame that is shown; the glass is frozen until it ends.
    panel.animate { [unowned self] now in
      offset.animate(to: 0, .spring(Spring(duration: 0.6, bounce: 0.15)), now: now)
      return offset.isMoving(at: now)
    }
  }

  /// Shows the report of the button that was clicked.
  private func take(_ action: ErasedAction) {
    span = action.as(WeatherPanel.Span.self) ?? span
    surface?.setNeedsDisplay()
  }
}

var list: ScrollingList?
var panels: [SlidingPanel] = []
GlassSession.main(renderer: .gles) { session in
  list = try ScrollingList(session.loop)
  session.onOutputAdded = { panels.append(SlidingPanel(on: $0)) }
}
list?.close()
