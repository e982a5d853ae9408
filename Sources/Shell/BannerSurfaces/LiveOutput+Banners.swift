import Geometry
public import LiveGlass
public import Scenes
public import VisualEffects

extension LiveOutput: BannerOutput {
  public var isLive: Bool { backdropInUse.rung == .live }

  public var reservedHeight: Int {
    surfaces.map(\.placement).filter { $0.exclusiveZone > 0 }.reduce(0) { sum, panel in
      let (top, bottom) = (panel.anchors.contains(.top), panel.anchors.contains(.bottom))
      guard top != bottom else { return sum }
      return sum + panel.exclusiveZone + (top ? panel.margins.top : panel.margins.bottom)
    }
  }

  public var textMeasurer: any TextMeasurer { session.text }

  public func snapped(_ length: Int) -> Int { snapped(length, slack: 2) }

  public func watchArea() -> any AreaSource { AreaProbe(self) }

  public func openBanners(
    _ placement: SurfacePlacement, expecting material: Material,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> any BannerSurface {
    open(placement, expecting: material, content: content)
  }
}
