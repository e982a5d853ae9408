import Geometry
import Scenes
import Testing
import VisualEffects

struct AdaptiveMaterialTests {
  static let thin = BlurEffect(style: .systemUltraThinMaterial)

  @Test func `it follows the appearance by a fade`() {
    var glass = AdaptiveMaterial(effect: Self.thin, look: .light, legibility: .standard)
    #expect(glass.material(at: at(0)) == Material(.systemUltraThinMaterialLight, isDark: false))
    #expect(!glass.needsBackdrop && !glass.isMoving(at: at(0)) && glass.deadline == nil)
    glass.change(effect: Self.thin, look: .dark, legibility: .standard, now: at(0))
    #expect(glass.isDark && glass.isMoving(at: at(100)))
    #expect(!glass.material(at: at(100)).isDark && glass.material(at: at(250)).isDark)
    // The grey between is all there is at half way.
    #expect(glass.material(at: at(175)).chain.fill.w > 0.99)
    #expect(glass.material(at: at(350)) == Material(.systemUltraThinMaterialDark, isDark: false))
    #expect(!glass.isMoving(at: at(350)))
  }

  @Test func `with reduced motion it changes at once`() {
    var glass = AdaptiveMaterial(effect: Self.thin, look: .light, legibility: .standard)
    glass.change(effect: Self.thin, look: .dark, legibility: .standard, now: at(0), reducesMotion: true)
    #expect(glass.material(at: at(0)).isDark && !glass.isMoving(at: at(0)))
  }

  @Test func `the backdrop decides at once, and later only for good`() {
    var glass = AdaptiveMaterial(effect: Self.thin, look: .backdrop, legibility: .standard)
    #expect(glass.isDark && glass.needsBackdrop)
    glass.measured([[1, 1, 1]], range: .full, now: at(0))
    #expect(!glass.isDark && glass.isMoving(at: at(1)))
    glass.measured([[0, 0, 0]], range: .full, now: at(1000))
    #expect(!glass.isDark && glass.deadline == at(1300))
    glass.update(now: at(1299))
    #expect(!glass.isDark && !glass.isMoving(at: at(1299)))
    glass.update(now: at(1300))
    #expect(glass.isDark && glass.deadline == nil && glass.isMoving(at: at(1301)))
  }

  @Test func `what does not adapt needs no backdrop`() {
    var glass = AdaptiveMaterial(effect: BlurEffect(style: .legible), look: .backdrop, legibility: .standard)
    #expect(!glass.needsBackdrop)
    glass.measured([[0, 0, 0]], range: .full, now: at(0))
    #expect(glass.deadline == nil && !glass.isMoving(at: at(0)))
  }

  @Test func `an appearance that is chosen ends what the backdrop began`() {
    var glass = AdaptiveMaterial(effect: Self.thin, look: .backdrop, legibility: .standard)
    glass.measured([[0, 0, 0]], range: .full, now: at(0))
    glass.measured([[1, 1, 1]], range: .full, now: at(10))
    #expect(glass.deadline != nil)
    glass.change(effect: Self.thin, look: .dark, legibility: .standard, now: at(20))
    #expect(glass.deadline == nil && glass.isDark)
    glass.measured([[1, 1, 1]], range: .full, now: at(900))
    #expect(glass.isDark)
    // The first measurement after the look follows the backdrop again counts at once.
    glass.change(effect: Self.thin, look: .backdrop, legibility: .standard, now: at(1000))
    #expect(glass.isDark)
    glass.measured([[1, 1, 1]], range: .full, now: at(1001))
    #expect(!glass.isDark)
  }

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }
}
