import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct SurfaceSnapshotTests {
  /// The red values of a snapshot, in which the background is 102/255 everywhere and the measured leak 4/255; all
  /// submitted pixels have the same colour `value` and the same `alpha`.
  private static func reds(_ value: UInt8, alpha: UInt8, isFrozen: Bool) -> [UInt8] {
    let frame = PixelRect(x: 3, y: 5, width: 8, height: 4)
    var glass = Glass(
      frame: frame, scale: 1, leak: .standard,
      material: Material(name: "test", isDark: true, blurRadius: 20, chain: .identity))
    glass.isFrozen = isFrozen
    var submitted = Bitmap(size: frame.size)
    for index in submitted.bytes.indices { submitted.bytes[index] = index % 4 == 3 ? alpha : value }
    let picture = SurfaceSnapshot(of: glass, carriedBy: glass.coverage).picture(submitted) { _ in
      SIMD3<UInt8>(repeating: 4)
    } background: { _, _ in
      SIMD3<Float>(repeating: 102.0 / 255)
    }
    return stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
  }

  @Test func `frozen glass is seen over the background without a carrier`() {
    // 50 and 155/255 of 102.
    #expect(Self.reds(50, alpha: 100, isFrozen: true).allSatisfy { $0 == 112 })
  }

  @Test func `frozen glass with the alpha of live glass gets no measured leak`() {
    // 100 and 5/255 of 102.
    #expect(Self.reds(100, alpha: 250, isFrozen: true).allSatisfy { $0 == 102 })
  }

  @Test func `live glass is seen with its measured leak`() {
    #expect(Self.reds(100, alpha: 250, isFrozen: false).allSatisfy { $0 == 104 })
  }

  @Test func `translucent pixels of live glass are seen over the carrier`() {
    // The carrier's greys vary from pixel to pixel.
    #expect(Set(Self.reds(50, alpha: 100, isFrozen: false)).count > 1)
  }
}
