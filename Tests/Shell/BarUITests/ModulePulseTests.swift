import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

/// Fills, lines and outlines of modules that draw attention.
@Suite struct ModulePulseTests: ModuleFillStage {
  @Test func `a module that draws attention changes its colour, and is read at each moment`() throws {
    for colour in [SIMD4(0.8, 0.1, 0.1, 1), SIMD4(1, 0.84, 0.31, 1), SIMD4(0.05, 0.06, 0.1, 1)] {
      var inks: Set<Ink> = []
      for size in [0, 0.25, 0.5, 1] {
        let (scene, _) = drawn(swollen: size) {
          $0.modules[one]?.style.look.fill = .colour(colour)
          $0.modules[one]?.style.look.pulses = true
        }
        guard case .colour(let ground)? = fills(scene).first?.ink,
          case .plain(let ink)? = scene.texts.first?.ink
        else {
          Issue.record("no colour")
          return
        }
        inks.insert(.colour(ground))
        #expect(contrast(ink, ground) >= Legibility.standard.contrast)
      }
      #expect(inks.count == 4, "each size looks different")
    }
  }

  @Test func `a fill of the glass and its line become fainter where a module draws attention`() throws {
    for (size, opacity) in [(0.0, 1.0), (0.5, 0.725), (1, 0.45)] {
      let (scene, _) = drawn(swollen: size) {
        $0.modules[one]?.style.look.fill = .vibrant(.fill)
        $0.modules[one]?.style.look.strokeColour = [1, 0, 0, 1]
        $0.modules[one]?.style.look.pulses = true
      }
      let sheets = content(scene).compactMap { if case .effect(let node) = $0 { node } else { nil } }
      let sheet = try #require(sheets.first)
      #expect(abs(sheet.alpha - opacity) < 1e-9)
      #expect(scene.texts.first?.ink == .vibrant(.label))
    }
  }

  @Test(arguments: [(0, nil, 1), (1, nil, 0.45), (0, 0.5, 0.5)] as [(Double, Double?, Double)])
  func `a fill of the glass on a translucent colour becomes fainter as one on glass does`(
    size: Double, opacity: Double?, expected: Double
  ) throws {
    let (scene, _) = drawn(swollen: size) {
      $0.bar.zoneFill = .colour([0.02, 0.02, 0.02, 0.6])
      $0.modules[one]?.style.look.fill = .vibrant(.fill)
      $0.modules[one]?.style.look.opacity = opacity
      $0.modules[one]?.style.look.pulses = true
    }
    let sheets = content(scene).compactMap { if case .effect(let node) = $0 { node } else { nil } }
    #expect(abs((sheets.first?.alpha ?? 1) - expected) < 1e-9)
  }

  @Test func `a fill of the glass on an opaque colour changes its lightness to draw attention`() throws {
    var grounds: Set<Ink> = []
    for size in [0, 0.5, 1] {
      let (scene, _) = drawn(swollen: size) {
        $0.bar.zoneFill = .colour([0.9, 0.9, 0.9, 1])
        $0.modules[one]?.style.look.fill = .vibrant(.fill)
        $0.modules[one]?.style.look.pulses = true
      }
      guard fills(scene).count == 2, case .colour(let ground)? = fills(scene).last?.ink,
        case .plain(let ink)? = scene.texts.first?.ink
      else {
        Issue.record("no colour")
        return
      }
      grounds.insert(.colour(ground))
      #expect(contrast(ink, ground) >= Legibility.standard.contrast)
    }
    #expect(grounds.count == 3, "each size looks different")
  }

  @Test func `a colour through which the glass is seen becomes fainter, and the inks stay`() throws {
    let looks: [(ModuleInk?, Double?)] = [(nil, nil), (.colour([1, 0.9, 0.5, 1]), 0.8)]
    for (wanted, opacity) in looks {
      var shown: [(opacity: Double, ink: Ink)] = []
      for size in [0.0, 0.5, 1] {
        let (scene, _) = drawn(swollen: size) {
          $0.modules[one]?.style.look.fill = .colour([0.7, 0.2, 0.2, 0.8])
          $0.modules[one]?.style.look.ink = wanted
          $0.modules[one]?.style.look.opacity = opacity
          $0.modules[one]?.style.look.pulses = true
        }
        guard case .colour(let ground)? = fills(scene).first?.ink else {
          Issue.record("no colour")
          return
        }
        shown.append((ground.w, try #require(scene.texts.first?.ink)))
      }
      let whole = shown[0].opacity
      #expect(abs(shown[1].opacity - whole * 0.725) < 1e-9 && abs(shown[2].opacity - whole * 0.45) < 1e-9)
      #expect(shown.allSatisfy { $0.ink == shown[0].ink })
    }
  }

  @Test func `a line without a fill becomes fainter`() {
    func line(_ size: Double) -> Border? {
      let (scene, _) = drawn(swollen: size) {
        $0.modules[one]?.style.look.strokeColour = [1, 0, 0, 1]
        $0.modules[one]?.style.look.pulses = true
      }
      return content(scene).compactMap { if case .effect(let node) = $0 { node.border } else { nil } }.first
    }
    #expect(line(0) == Border(width: 1, colour: [1, 0, 0, 1]))
    #expect(abs((line(1)?.colour.w ?? 0) - 0.45) < 1e-9 && line(1)?.width == 1)
  }

  @Test func `a module without a colour draws attention by an outline`() {
    func outline(_ size: Double) -> Border? {
      let (scene, _) = drawn(swollen: size) { $0.modules[one]?.style.look.pulses = true }
      return content(scene).compactMap { if case .effect(let node) = $0 { node.border } else { nil } }.first
    }
    #expect(outline(0) == nil)
    #expect(outline(1)?.width == 2)
    #expect((outline(0.5)?.colour.w ?? 0) < (outline(1)?.colour.w ?? 0))
  }
}
