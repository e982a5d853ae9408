import Geometry
import Scenes
import Testing

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

  @Test func `an icon that is smaller than the small one is covered`() {
    let small = template(["####", "####", "####", "####"])
    #expect(rows(template(["..", ".."]).template(under: small)) == ["##", "##"])
  }
}
