import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

struct AnimatedTests {
  static let timings: [Timing] = [
    .standard, .curve(.linear, duration: .milliseconds(400)), .curve(.easeOut, duration: .milliseconds(150)),
    .spring(.standard), .spring(Spring(duration: 0.3, bounce: 0.4)),
    .spring(Spring(duration: 0.5, bounce: -0.4)),
  ]

  @Test(arguments: timings)
  func `a value goes from where it is to its target, and rests`(timing: Timing) throws {
    var value = Animated(10.0)
    #expect(value.end == nil && !value.isMoving(at: at(0)) && value.value(at: at(0)) == 10)
    value.animate(to: 20, timing, now: at(1))
    #expect(abs(value.value(at: at(1)) - 10) < 1e-9)
    let end = try #require(value.end)
    let middle = value.value(at: at(1) + (end - at(1)) / 4)
    #expect(middle > 10.1 && middle < 23)
    #expect(value.isMoving(at: at(1.01)) && !value.isMoving(at: end))
    #expect(value.value(at: end) == 20 && value.value(at: end + .seconds(99)) == 20)
    // Just before, it is all but there.
    #expect(abs(value.value(at: end + .microseconds(-1)) - 20) < 0.02)
  }

  @Test func `reduced motion and no timing are at once`() {
    var value = Animated(0.0)
    value.animate(to: 1, now: at(0), reducesMotion: true)
    #expect(value.value(at: at(0)) == 1 && value.end == nil)
    value.animate(to: 2, Timing.none, now: at(0))
    #expect(value.value(at: at(0)) == 2 && !value.isMoving(at: at(0)))
    // Also on its way.
    value.animate(to: 9, now: at(1))
    value.animate(to: 9, now: at(1.1), reducesMotion: true)
    #expect(value.value(at: at(1.1)) == 9 && value.end == nil)
  }

  @Test func `told again what it was told, it goes on undisturbed`() {
    var value = Animated(0.0)
    value.animate(to: 1, now: at(0))
    let before = value
    value.animate(to: 1, now: at(0.1))
    #expect(value == before)
  }

  @Test(arguments: DailySeeds.first(12) as [UInt64])
  func `interrupted at any time it goes on from where it is and as fast as it is`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var value = Animated(LogicalRect(x: 0, y: 0, width: 100, height: 40))
    var now = 0.0
    for _ in 0..<60 {
      let timing = Self.timings[Int(random.next() % 6)]
      let target = LogicalRect(
        x: random.unit() * 500, y: random.unit() * 500, width: 50 + random.unit() * 500, height: 40)
      let wasMoving = value.isMoving(at: at(now))
      let before = value
      value.animate(to: target, timing, now: at(now))
      #expect(close(before.value(at: at(now)), value.value(at: at(now)), 1e-6), "seed \(seed)")
      if wasMoving {
        let step = 2e-6
        let slopes = [before, value].map {
          ($0.value(at: at(now + step)).x - $0.value(at: at(now)).x) / step
        }
        #expect(abs(slopes[0] - slopes[1]) < 2 + abs(slopes[0]) * 0.02, "\(slopes), seed \(seed)")
      }
      now += random.unit() * 0.3
    }
    #expect(value.value(at: try #require(value.end)) == value.target)
  }

  /// Black and white text over every frame of a change of look, over greys and colours.
  @Test(
    arguments: [Legibility.standard, .enhanced],
    [BlurEffect.Style.systemMaterial, .systemUltraThinMaterial, .regular])
  func `every frame from light to dark is legible, and the material never jumps far`(
    legibility: Legibility, style: BlurEffect.Style
  ) throws {
    var material = Animated(Material(style, isDark: false))
    material.animate(
      to: Material(style, isDark: true), .curve(.easeInOut, duration: .milliseconds(300)), now: at(0))
    let backdrops: [SIMD3<Double>] = [
      [0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [1, 0, 0], [0, 0, 1], [0.1, 0.9, 0.4],
    ]
    for backdrop in backdrops {
      var last: SIMD3<Double>?
      var steps: [Double] = []
      for time in 0...300 {
        let shown = material.value(at: at(Double(time) / 1000)).shown
        let bounds = try #require(legibility.bounds(isDark: shown.isDark))
        let glass = bounds.filled(shown.chain.apply(backdrop))
        let luminance = Luminance.of(glass)
        let ink = bounds.limited(
          VibrancyEffect.Style.label.ink(over: glass, isDark: shown.isDark, legibility: legibility),
          promised: legibility.contrast, beside: luminance...luminance)
        #expect(Luminance.contrast(ink, glass) >= legibility.contrast, "\(backdrop) at \(time)")
        if let last { steps.append((0..<3).map { abs(glass[$0] - last[$0]) }.max() ?? 0) }
        last = glass
      }
      // One step where the ink flips; a frame of 1 ms elsewhere.
      let sorted = steps.sorted()
      let most = legibility == .standard ? 5.0 : 70
      #expect(sorted[sorted.count - 1] <= most / 255, "\(backdrop)")
      #expect(sorted[sorted.count - 2] <= 4 / 255.0, "\(backdrop)")
    }
  }

  // MARK: Support

  private func close(_ a: LogicalRect, _ b: LogicalRect, _ tolerance: Double) -> Bool {
    abs(a.x - b.x) < tolerance && abs(a.y - b.y) < tolerance && abs(a.width - b.width) < tolerance
      && abs(a.height - b.height) < tolerance
  }

  private func at(_ seconds: Double) -> Instant { Instant(sinceOrigin: .seconds(seconds)) }
}
