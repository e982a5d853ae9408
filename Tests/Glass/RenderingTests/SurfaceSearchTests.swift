import Geometry
import Scenes
import TestSupport
import Testing

@testable import Rendering

@Suite struct SurfaceSearchTests {
  static let size = PixelSize(width: 120, height: 16)
  static let screen = PixelSize(width: 160, height: 90)

  /// Searches for a surface that leaks 5/255 and is shown at `place` over a picture, in a capture in the panel's
  /// orientation.
  static func search(
    at place: (x: Int, y: Int), covering part: PixelRect = .empty, within limits: PixelRect? = nil,
    transform: OutputTransform = .normal
  ) -> PixelRect? {
    var ours = TestPictures.desktop(size, seed: 3)
    for index in ours.bytes.indices {
      ours.bytes[index] = index % 4 == 3 ? 250 : UInt8(Int(ours.bytes[index]) * 250 / 255)
    }
    var shown = TestPictures.desktop(screen, seed: 4)
    for y in 0..<size.height {
      for x in 0..<size.width where !PixelRect(x: x, y: y, width: 1, height: 1).intersects(part) {
        for channel in 0..<3 {
          let pixel = ((place.y + y) * screen.width + place.x + x) * 4 + channel
          shown.bytes[pixel] = ours.bytes[(y * size.width + x) * 4 + channel] + shown.bytes[pixel] / 52
        }
      }
    }
    let map = transform.panelMap(from: screen)
    let turned = transform.turned(screen)
    var memory = [UInt8](repeating: 0, count: screen.width * screen.height * 4)
    for y in 0..<screen.height {
      for x in 0..<screen.width {
        let to = map.place(x: x, y: y)
        for channel in 0..<3 {
          memory[(to.y * turned.width + to.x) * 4 + channel] =
            shown.bytes[(y * screen.width + x) * 4 + channel]
        }
      }
    }
    return unsafe memory.withUnsafeBytes {
      let frame = unsafe CapturedPixels(
        bytes: $0, region: PixelRect(screen), transform: transform, stride: turned.width * 4, format: .rgbx,
        isYInverted: false)
      return SurfaceSearch(ours.bytes, size: size, tolerance: 0)
        .place(in: frame, near: PixelRect(x: 0, y: 0, width: size.width, height: size.height), within: limits)
    }
  }

  @Test(arguments: OutputTransform.allCases)
  func `a surface is found where it lies`(_ transform: OutputTransform) {
    #expect(
      Self.search(at: (17, 30), transform: transform) == PixelRect(x: 17, y: 30, width: 120, height: 16))
  }

  @Test(arguments: [
    (0, 0, 137, 46, true), (17, 30, 120, 16, true), (-20, -20, 300, 300, true), (0, 0, 137, 45, false),
    (18, 0, 142, 90, false), (0, 0, 100, 90, false),
  ])
  func `it is looked for only where it can be`(x: Int, y: Int, width: Int, height: Int, isFound: Bool) {
    let found = Self.search(at: (17, 30), within: PixelRect(x: x, y: y, width: width, height: height))
    #expect(found == (isFound ? PixelRect(x: 17, y: 30, width: 120, height: 16) : nil))
  }

  @Test func `a pointer above it does not hide it, a window does`() {
    let pointer = PixelRect(x: 40, y: 4, width: 8, height: 8)
    #expect(Self.search(at: (0, 50), covering: pointer) != nil)
    #expect(Self.search(at: (0, 50), covering: PixelRect(x: 0, y: 0, width: 90, height: 16)) == nil)
  }
}
