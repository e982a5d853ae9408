import Geometry
import Notifications
import Settings
import ShellTestSupport
import Testing

/// The widths of banners by `notifications.min_width` and by the room that panels leave.
struct BannerWidthTests {
  @Test func `banners become as narrow as panels at the sides need it, and wide again`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.output.reservedWidth = 500
    stage.notify("S")
    stage.settle()
    #expect(stage.widths == [284])
    for (width, banner) in [(250.0, 234), (800, 360)] {
      stage.output.area = LogicalSize(width: width, height: 600)
      stage.settle()
      #expect(stage.widths == [banner])
    }
  }

  @Test func `banners that may be narrower are as wide as the widest one needs`() throws {
    func widths(_ least: Int?, _ bodies: String...) throws -> [Int] {
      let stage = try BannerStage { ($0.minWidth, $0.icons) = (least, .none) }
      defer { stage.close() }
      for body in bodies { stage.notify("S") { $0.body = body } }
      stage.settle()
      return stage.widths
    }
    let long = String(repeating: "w", count: 20)
    #expect(try widths(nil, "w", long) == [360, 360])
    let fitted = try widths(1, "w", long)
    #expect(fitted.count == 2 && fitted[0] == fitted[1] && fitted[0] < 360)
    #expect(try widths(1, "w")[0] < fitted[0])
    #expect(try widths(fitted[0] + 9, "w") == [fitted[0] + 9])
    #expect(try widths(1, String(repeating: "w", count: 400)) == [360])
  }
}
