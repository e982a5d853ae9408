import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingCPU

/// Captures are compared with the ones before, and only what differs is measured.
@Suite(.serialized) struct CaptureDifferenceTests {
  @Test func `the bounds of what differs are found however a capture lies in memory`() throws {
    var random = DailySeeds.generator
    let region = PixelRect(x: 5, y: 3, width: 23, height: 17)
    for transform in OutputTransform.allCases {
      for isYInverted in [false, true] {
        for format in [CaptureFormat.bgrx, .rgbx] {
          for count in 0...3 {
            let places = (0..<count).map { _ in
              (
                region.x + Int.random(in: 0..<23, using: &random),
                region.y + Int.random(in: 0..<17, using: &random)
              )
            }
            let searched = PixelRect(x: 8, y: 5, width: 17, height: 13)
            let inside = places.filter { searched.contains(PixelRect(x: $0.0, y: $0.1, width: 1, height: 1)) }
            let expected = inside.reduce(PixelRect.empty) {
              $0.union(PixelRect(x: $1.0, y: $1.1, width: 1, height: 1))
            }
            let frames = (0..<2).map { _ in Frame(region, transform, format, isYInverted: isYInverted) }
            for (x, y) in places { frames[1].pixels.set(1, x, y) }
            #expect(
              frames[1].pixels.differences(from: frames[0].pixels, in: searched) == expected,
              "\(transform) \(isYInverted) \(format) \(places)")
          }
        }
      }
    }
  }

  @Test func `captures that lie differently in memory differ everywhere`() {
    let region = PixelRect(x: 0, y: 0, width: 6, height: 4)
    let upright = Frame(region, .normal, .bgrx, isYInverted: false)
    for other in [
      Frame(region, .rotated90, .bgrx, isYInverted: false), Frame(region, .normal, .rgbx, isYInverted: false),
      Frame(region, .normal, .bgrx, isYInverted: true),
    ] {
      #expect(upright.pixels.differences(from: other.pixels, in: region) == region)
    }
  }

  @Test func `what was drawn is measured until a capture has shown it, equal or not`() {
    let region = PixelRect(x: 0, y: 0, width: 32, height: 16)
    let frames = (0..<2).map { _ in Frame(region, .normal, .bgrx, isYInverted: false) }
    func changes(_ last: AbsorbedCapture, _ damage: PixelRect) -> PixelRect {
      last.changes(of: frames[1].pixels, since: frames[0].pixels, within: damage)
    }
    var last = AbsorbedCapture(nil, region: region, damage: region)
    #expect(changes(last, region) == .empty)
    frames[1].pixels.set(1, 9, 4)
    #expect(changes(last, region) == PixelRect(x: 9, y: 4, width: 1, height: 1))
    #expect(changes(last, PixelRect(x: 0, y: 0, width: 32, height: 4)) == .empty)
    let drawn = PixelRect(x: 20, y: 8, width: 6, height: 4)
    last.draw(drawn)
    #expect(changes(last, PixelRect(x: 16, y: 8, width: 16, height: 8)) == drawn)
    // A capture elsewhere has not shown it.
    last = AbsorbedCapture(last, region: region, damage: PixelRect(x: 0, y: 0, width: 8, height: 8))
    #expect(changes(last, PixelRect(x: 16, y: 8, width: 16, height: 8)) == drawn)
    last = AbsorbedCapture(last, region: region, damage: drawn.outset(by: 1))
    #expect(changes(last, PixelRect(x: 16, y: 8, width: 16, height: 8)) == .empty)
    // Nothing is known of what was drawn before the first.
    last = AbsorbedCapture(nil, region: region, damage: drawn)
    #expect(
      changes(last, PixelRect(x: 16, y: 8, width: 16, height: 8))
        == PixelRect(x: 16, y: 8, width: 16, height: 8))
  }

  /// Backgrounds, texts and windows above change at random; one of two renderers measures all that is damaged.
  @Test(arguments: DailySeeds.first(6) as [Int]) func `what does not differ need not be measured`(seed: Int)
    throws
  {
    try TestedRenderer.$current.withValue(.cpu) {
      var random = SplitMix(seed: UInt64(seed))
      let size = PixelSize(width: 240, height: 160)
      let stages = try (0..<2).map { _ in try Self.stage(size) }
      for step in 0..<40 {
        let part = PixelRect(
          x: Int.random(in: 0..<200, using: &random), y: Int.random(in: 0..<140, using: &random),
          width: Int.random(in: 1..<40, using: &random), height: Int.random(in: 1..<20, using: &random))
        let (change, grey) = (
          Int.random(in: 0..<4, using: &random), UInt8.random(in: 0...255, using: &random)
        )
        var told: [Absorption] = []
        for (number, stage) in stages.enumerated() {
          switch change {
          case 0: stage.output.background.fill(part, grey)
          case 1: stage.items[0].text.string = String(repeating: "a", count: Int(grey) + 1)
          case 2: stage.output.occluders = [(part, Bitmap(size: part.size, filledWith: grey))]
          default: stage.output.occluders = []
          }
          // The same tolerance again makes the renderer forget what it could compare with.
          if number == 1 { stage.renderer.tolerance = stage.renderer.tolerance }
          told.append(try stage.absorb())
          try stage.draw()
        }
        #expect(told[0].validity == told[1].validity && told[0].hasMoved == told[1].hasMoved, "step \(step)")
        #expect(stages[0].shown == stages[1].shown, "step \(step)")
      }
    }
  }

  private static func stage(_ size: PixelSize) throws -> LiveStage {
    let material = try #require(Material.named("systemMaterial", isDark: true))
    let text = TextNode(
      frame: PixelRect(x: 40, y: 12, width: 20, height: 10),
      text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    return try LiveStage(
      TestPictures.desktop(size), frame: PixelRect(x: 16, y: 8, width: 200, height: 40), material: material,
      leak: .standard, items: [text])
  }

  /// The memory of a capture, all black.
  @safe @MainActor private final class Frame {
    let pixels: PanelPixels
    private let memory: UnsafeMutableRawBufferPointer

    init(_ region: PixelRect, _ transform: OutputTransform, _ format: CaptureFormat, isYInverted: Bool) {
      let size = transform.turned(region.size)
      let stride = size.width * 4 + 12
      unsafe memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * size.height, alignment: 16)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
      pixels = unsafe PanelPixels(
        CapturedPixels(
          bytes: UnsafeRawBufferPointer(memory), region: region, transform: transform, stride: stride,
          format: format, isYInverted: isYInverted))
    }

    isolated deinit { unsafe memory.deallocate() }
  }
}

extension Bitmap {
  fileprivate init(size: PixelSize, filledWith grey: UInt8) {
    self.init(size: size, bytes: (0..<size.width * size.height).flatMap { _ in [grey, grey, grey, 255] })
  }

  /// Fills a part of the picture.
  fileprivate mutating func fill(_ part: PixelRect, _ grey: UInt8) {
    let part = part.intersection(PixelRect(size))
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        for channel in 0..<3 { bytes[(y * size.width + x) * 4 + channel] = grey }
      }
    }
  }
}
