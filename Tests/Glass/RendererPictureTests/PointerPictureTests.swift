import Geometry
import Glibc
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering

/// Glass beside a pointer that the compositor draws into what is captured.
@Suite(.serialized, .everyRenderer) struct PointerPictureTests {
  private static let size = PixelSize(width: 420, height: 150)

  private static func stage() throws -> LiveStage {
    try LiveStage.bar(
      frame: PixelRect(x: 0, y: 0, width: 420, height: 32),
      background: TestPictures.flat(size, [0.1, 0.1, 0.4]))
  }

  /// A white pointer with a black outline, at a place of the output.
  private static func pointer(_ x: Int, _ y: Int) -> (frame: PixelRect, picture: Bitmap) {
    let frame = PixelRect(x: x, y: y, width: 12, height: 20)
    var picture = TestPictures.flat(frame.size, [0, 0, 0])
    picture.fill(PixelRect(x: 1, y: 1, width: 10, height: 18), [1, 1, 1])
    return (frame, picture)
  }

  /// The share of a blur with σ 18 px at `position` that comes from `length` pixels on.
  private static func share(_ position: Int, _ start: Int, _ length: Int) -> Double {
    let (a, b) = (Double(position - start), Double(position - start - length))
    return (erf(a / 18 / 2.squareRoot()) - erf(b / 18 / 2.squareRoot())) / 2
  }

  /// The differences from the expected glass on both sides of a pointer at `x`, some pixels away from it.
  private static func differences(_ stage: LiveStage, beside x: Int) -> [PictureDifference] {
    var background = stage.output.background
    for (frame, picture) in stage.output.occluders {
      // The part below the bar is taken for background.
      let bar = background.cropped(to: stage.glass.frame)
      background.draw(picture, x: frame.x, y: frame.y)
      background.draw(bar, x: 0, y: 0)
    }
    let expected = ReferenceGlass(
      chain: stage.glass.panes[0].material.chain, sigma: stage.sigma, leak: stage.glass.leak
    ).shown(over: ReferencePicture(background), in: stage.glass.frame)
    return [
      PixelRect(x: 0, y: 0, width: x - 8, height: 32), PixelRect(x: x + 20, y: 0, width: 400 - x, height: 32),
    ].map { PictureDifference(stage.shown, expected, in: $0) }
  }

  @Test(arguments: [(200, 5), (200, 26), (200, -3)])
  func `another background is seen up to a pointer that rests, and nothing of the former one`(
    x: Int, y: Int
  ) throws {
    let stage = try Self.stage()
    #expect(try stage.settle() != nil)
    stage.output.occluders = [Self.pointer(x, y)]
    #expect(try stage.settle() != nil)
    stage.output.background.fill(PixelRect(Self.size), [0.9, 0.9, 0.8])
    #expect(try stage.settle() != nil)
    for difference in Self.differences(stage, beside: x) {
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
    }
    // The pointer moves while the background changes again, and then it goes.
    stage.output.occluders = [Self.pointer(x + 30, y)]
    stage.output.background.fill(PixelRect(Self.size), [0.2, 0.5, 0.2])
    #expect(try stage.settle() != nil)
    for difference in Self.differences(stage, beside: x + 30) {
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
    }
    stage.output.occluders = []
    #expect(try stage.settle() != nil)
    let difference = PictureDifference(stage.shown, stage.expected)
    #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
  }

  @Test func `beside a window with a shadow the former background stays`() throws {
    let stage = try Self.stage()
    #expect(try stage.settle() != nil)
    let before = try stage.renderer.background(behind: stage.id)
    let window = Self.pointer(200, 5)
    // The compositor darkens whatever lies under the shadow, so that each change needs another picture of it.
    func showShadow() {
      stage.output.occluders = []
      let frame = window.frame.outset(by: 48).intersection(stage.glass.frame)
      var shadow = stage.output.shown(frame)
      for index in shadow.bytes.indices where index % 4 != 3 {
        let (x, y) = (frame.x + index / 4 % frame.width, frame.y + index / 4 / frame.width)
        let alpha = 0.3 * Self.share(x, window.frame.x, 12) * Self.share(y, window.frame.y, 20)
        shadow.bytes[index] = UInt8((Double(shadow.bytes[index]) * (1 - alpha)).rounded())
      }
      stage.output.occluders = [(frame, shadow), window]
    }
    showShadow()
    _ = try stage.absorb()
    #expect(try !stage.draw())
    stage.output.background.fill(PixelRect(Self.size), [0.9, 0.9, 0.8])
    showShadow()
    #expect(try stage.absorb().hasMoved)
    let after = try stage.renderer.background(behind: stage.id)
    // Squares of 16 pixels, 27 in a row; those less than 32 pixels from the window are held as a whole.
    #expect(before.count == 54 && after.count == 54)
    for index in before.indices {
      let distance = abs(index % 27 * 16 + 8 - 206)
      if distance <= 24 { #expect(after[index] == before[index], "\(index)") }
      if distance >= 160 { #expect(after[index].x > 0.8 && before[index].x < 0.2, "\(index)") }
    }
  }
}
