import Geometry
import GlassModel
import Testing

struct GraphicsRecoveryTests {
  private let start = Instant(sinceOrigin: .seconds(1000))

  @Test func `resets that follow each other are answered with growing pauses`() {
    var recovery = GraphicsRecovery()
    #expect(!recovery.hasRecentLosses(at: start))
    let pauses = (0..<14).map { recovery.lose(at: start + .seconds($0)) }
    #expect(pauses == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    #expect(recovery.hasRecentLosses(at: start + .seconds(20)))
  }

  @Test func `a reset now and then never counts`() {
    var recovery = GraphicsRecovery()
    for hour in 0..<1000 { #expect(recovery.lose(at: start + .seconds(hour * 3600)) == .zero) }
    #expect(!recovery.hasRecentLosses(at: start + .seconds(1000 * 3600)))
  }
}
