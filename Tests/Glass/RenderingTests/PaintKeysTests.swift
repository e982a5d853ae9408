import Geometry
import Scenes
import Testing

@testable import Rendering

@Suite struct PaintKeysTests {
  private static func clip(x: Int, radius: Double = 4) -> Clip {
    Clip(frame: PixelRect(x: x, y: 3, width: 20, height: 10), corners: Corners(radius), mask: nil)
  }

  @Test func `clips and shadows of one shape share a slot wherever they lie`() {
    var keys = PaintKeys()
    let slots = [Self.clip(x: 0), Self.clip(x: 7), Self.clip(x: 0, radius: 5)].map { keys.slot(of: $0) }
    #expect(slots[0] == slots[1] && slots[0] != slots[2])
    let shadows = [0, 7].map { keys.slot(ofShadow: Self.clip(x: $0).shape, sigma: 3) }
    #expect(shadows[0] == shadows[1] && !slots.contains(shadows[0]))
    let parts: [EdgePart] = [
      .all, .light(.key, fades: false), .light(.key, fades: true), .light(.fill, fades: true), .all,
    ]
    let lines = parts.map { keys.slot(of: EdgeLine(Self.clip(x: 1).shape, width: 1, $0)) }
    #expect(Set(lines).count == 4 && lines[0] == lines[4])
  }

  @Test func `pictures have a slot for each size and use`() {
    var keys = PaintKeys()
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 2))
    let wanted = [(4, false), (4, true), (5, false), (4, false)]
    let slots = wanted.map { side, isTemplate in
      keys.slot(of: bitmap, size: PixelSize(width: side, height: side), isTemplate: isTemplate)
    }
    #expect(Set(slots).count == 3 && slots[0] == slots[3])
  }

  @Test func `a slot is given up when eight drawings did not use it`() {
    var keys = PaintKeys()
    let text = StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil)
    let old = [keys.slot(of: text), keys.slot(of: Self.clip(x: 0))]
    for _ in 0..<8 {
      let unused = keys.endDrawing()
      #expect(unused.isEmpty)
    }
    let kept = keys.slot(of: text)
    #expect(kept == old[0])
    let unused = keys.endDrawing()
    #expect(unused == [old[1]])
    let new = keys.slot(of: Self.clip(x: 0))
    #expect(!old.contains(new))
  }
}
