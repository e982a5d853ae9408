import Geometry
import Scenes
import TestSupport
import Testing

@testable import Views

/// Tests of the ends of scrolled content, which fade out where there is more.
@Suite struct ScrollFadeTests {
  /// The opacities of a list of 200 points, of which 100 are seen, from top to bottom; nil: nothing fades.
  private func opacities(offset: Double, length: Double = 200, scale: Double = 1) -> [UInt8]? {
    let view = laidOut(
      ScrollView(offset: offset) { Spacer().frame(width: 20, height: length) }.frame(height: 100),
      scale: scale)
    guard case .effect(let effect)? = view.scene.nodes.first, case .image(let mask)? = effect.mask else {
      return nil
    }
    #expect(
      effect.frame.height == Int(100 * scale) && mask.size == PixelSize(width: 1, height: effect.frame.height)
    )
    return stride(from: 3, to: mask.bytes.count, by: 4).map { mask.bytes[$0] }
  }

  @Test(arguments: [1.0, 1.25, 2])
  func `content fades out smoothly over half a row at the ends beyond which there is more`(scale: Double)
    throws
  {
    let length = Int(16 * scale)
    let middle = try #require(opacities(offset: 50, scale: scale))
    let top = Array(middle.prefix(length))
    #expect(top == top.sorted() && top[0] < 8 && top[length - 1] > 247)
    #expect(middle == middle.reversed() && middle.dropFirst(length).dropLast(length).allSatisfy { $0 == 255 })
    // No step is greater than one and a half times the mean one.
    let steps = zip(top, top.dropFirst()).map { Int($1) - Int($0) }
    #expect(steps.allSatisfy { $0 <= 255 * 3 / 2 / length + 1 })
    let first = try #require(opacities(offset: 0, scale: scale))
    #expect(first.prefix(length).allSatisfy { $0 == 255 } && Array(first.suffix(length)) == top.reversed())
    let last = try #require(opacities(offset: 100, scale: scale))
    #expect(Array(last.prefix(length)) == top && last.suffix(length).allSatisfy { $0 == 255 })
  }

  @Test func `an end becomes shorter as the end of the content comes near`() throws {
    for left in 1...20 {
      let shown = try #require(opacities(offset: Double(100 - left)))
      #expect(shown.reversed().prefix { $0 < 255 }.count == min(left, 16), "\(left)")
    }
    #expect(opacities(offset: 0, length: 100) == nil && opacities(offset: 9, length: 60) == nil)
  }

  @Test func `both ends of a low view leave half of it as it is`() throws {
    let view = laidOut(ScrollView(offset: 50) { Spacer().frame(width: 20, height: 200) }.frame(height: 20))
    guard case .effect(let effect)? = view.scene.nodes.first, case .image(let mask)? = effect.mask else {
      Issue.record("nothing fades")
      return
    }
    #expect((0..<20).count { mask.bytes[4 * $0 + 3] == 255 } == 10 && view.scrollables.first?.fade == 5)
  }
}
