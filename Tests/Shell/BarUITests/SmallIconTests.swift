import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

/// Small icons over a corner of others, both in one ink.
struct SmallIconTests {
  /// A template that is opaque where the rows have a sign.
  private func template(_ rows: [String]) -> Bitmap {
    let bytes = rows.joined().flatMap { [UInt8](repeating: $0 == "#" ? 255 : 0, count: 4) }
    return Bitmap(size: PixelSize(width: rows[0].count, height: rows.count), bytes: bytes)
  }

  private func rows(_ bitmap: Bitmap) -> [String] {
    (0..<bitmap.size.height).map { y in
      String(
        (0..<bitmap.size.width).map { x in
          bitmap.bytes[(y * bitmap.size.width + x) * 4 + 3] > 127 ? "#" : "."
        })
    }
  }

  @Test(
    arguments: [
      (["##", "##"], ["########", "########", "########", "########", "#####...", "#####.##", "#####.##"]),
      ([".#", "##"], ["########", "########", "########", "########", "######..", "#####..#", "#####.##"]),
      (["..", ".."], Array(repeating: "########", count: 7)),
    ] as [([String], [String])])
  func `a small icon has a gap around it in the one below`(small: [String], expected: [String]) {
    let icon = template(Array(repeating: "########", count: 7))
    let both = icon.template(under: template(small))
    #expect(rows(both) == expected)
    #expect(both.bytes.allSatisfy { $0 == 0 || $0 == 255 })
  }

  /// The pictures of a bar whose only module has an icon with a small one.
  private func pictures(
    isTemplate: Bool, isSmallTemplate: Bool, direction: LayoutDirection, scale: Int = 1
  ) -> [ImageNode] {
    let tray = ModuleName(.tray)
    var settings = Settings()
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([tray], [], [])
    settings.direction = direction
    var state = State()
    let now = Instant(sinceOrigin: .zero)
    _ = state.update(.settingsLoaded(settings), now: now)
    var item = ItemReading(id: "a", [:], icon: "icon")
    item.overlay = "small"
    _ = state.update(.moduleReadingChanged(tray, ModuleReading(items: [item])), now: now)
    var view = BarView(
      state: state, size: PixelSize(width: 100 * scale, height: 32 * scale), scale: Double(scale),
      material: Material(name: "test", isDark: true, blurRadius: 30, chain: .identity))
    func square(_ side: Int) -> Bitmap {
      template(Array(repeating: String(repeating: "#", count: side), count: side))
    }
    view.context.pictures.pictures = [
      .init("icon", side: 16): .init(bitmap: square(16 * scale), isTemplate: isTemplate),
      .init("small", side: 8): .init(bitmap: square(8 * scale), isTemplate: isSmallTemplate),
    ]
    return view.scene(measurer: MonospaceMeasurer()).images
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft], [1, 2])
  func `a small icon is in the lower right quarter in every language`(direction: LayoutDirection, scale: Int)
    throws
  {
    for (isTemplate, isSmallTemplate) in [(false, false), (false, true), (true, false)] {
      let shown = pictures(
        isTemplate: isTemplate, isSmallTemplate: isSmallTemplate, direction: direction, scale: scale)
      try #require(shown.count == 2)
      let icon = shown[0].frame
      #expect(
        shown[1].frame
          == PixelRect(x: icon.x + 8 * scale, y: icon.y + 8 * scale, width: 8 * scale, height: 8 * scale))
    }
    let both = pictures(isTemplate: true, isSmallTemplate: true, direction: direction, scale: scale)
    #expect(both.map(\.frame.width) == [16 * scale] && both[0].ink != nil)
    let alphas = stride(from: 3, to: both[0].bitmap.bytes.count, by: 4).map { both[0].bitmap.bytes[$0] }
    #expect(alphas.count { $0 == 0 } == 17 * scale * scale)
  }

  @Test func `an icon that is smaller than the small one is covered`() {
    let small = template(["####", "####", "####", "####"])
    #expect(rows(template(["..", ".."]).template(under: small)) == ["##", "##"])
  }
}
