import LiveGlass
import Scenes
import Settings
import ShellModel
import Testing

@testable import hyaline

@Suite struct BarTests {
  @Test(arguments: [(BarSettings.Edge.top, SurfacePlacement.Edges.top), (.bottom, .bottom)])
  func `the bar keeps its edge free of windows`(edge: BarSettings.Edge, anchor: SurfacePlacement.Edges) {
    var bar = BarSettings()
    bar.edge = edge
    bar.height = 30
    let placement = SurfacePlacement(bar)
    #expect(placement.anchors == [anchor, .left, .right])
    #expect(placement.width == 0 && placement.height == 30 && placement.exclusiveZone == 30)
  }

  @Test func `a wallpaper that is asked for and not named is remarked on`() {
    var backdrop = BackdropSettings()
    backdrop.source = .wallpaper
    #expect(BackdropPolicy(backdrop, Presentation(Settings()), home: "/home/a").remark != nil)
    backdrop.wallpaper = "~/b.png"
    let policy = BackdropPolicy(backdrop, Presentation(Settings()), home: "/home/a")
    #expect(policy.remark == nil && policy.wallpaper?.path == "/home/a/b.png" && !policy.isLive)
  }

  @Test func `reduced transparency is one colour, that of the wallpaper if one is named`() {
    var settings = Settings()
    settings.accessibility.reduceTransparency = .on
    #expect(!BackdropPolicy(settings.backdrop, Presentation(settings), home: "/").isLive)
    settings.backdrop.wallpaper = "/a.png"
    let policy = BackdropPolicy(settings.backdrop, Presentation(settings), home: "/")
    #expect(!policy.isLive && policy.wallpaper?.isPlain == true)
  }
}
