import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing

/// The fill of the workspace on the screen, on an output that a test plays and by a clock that it turns.
struct BarPillTests {
  /// A bar with three workspaces, the first of which has the fill, on the screen.
  private func stage(
    reducesMotion: Bool = false, increasesContrast: Bool = false
  ) throws -> (BarStage, FakeSurface) {
    try BarStage.withWorkspaces(focused: "1") {
      $0.accessibility.reduceMotion = reducesMotion ? .on : .off
      $0.accessibility.increaseContrast = increasesContrast ? .on : .off
    }
  }

  /// The left end of the only fill, and whether it lies below all texts.
  private func fill(_ scene: Scene) throws -> (x: Int, isLowest: Bool) {
    let sheets = scene.nodes.compactMap { if case .effect(let sheet) = $0 { sheet } else { nil } }
    let sheet = try #require(sheets.first)
    let places = sheet.content.enumerated().compactMap { index, node in
      if case .fill(let fill) = node { (index, fill.frame.x) } else { nil }
    }
    let place = try #require(places.first)
    #expect(places.count == 1)
    return (place.1, place.0 == 0)
  }

  @Test func `the fill slides to the next workspace below the texts, and then rests`() throws {
    let (stage, surface) = try stage()
    let first = try fill(surface.scene(at: stage.now))
    #expect(!surface.isMoving)
    stage.focusWorkspace("3")
    #expect(try fill(surface.scene(at: stage.now)).x == first.x)
    stage.settle()
    #expect(surface.isMoving)
    stage.pass(.milliseconds(60))
    let between = try fill(surface.scene(at: stage.now))
    #expect(between.x > first.x && between.isLowest)
    stage.pass(.seconds(1))
    surface.drawFrame(at: stage.now)
    let last = try fill(surface.scene(at: stage.now))
    #expect(last.x > between.x && !surface.isMoving)
  }

  @Test func `the edge of the fill slides with it`() throws {
    let (stage, surface) = try stage(increasesContrast: true)
    stage.focusWorkspace("3")
    _ = surface.scene(at: stage.now)
    stage.settle()
    for time in [Duration.milliseconds(60), .seconds(1)] {
      stage.pass(time)
      surface.drawFrame(at: stage.now)
      let scene = surface.scene(at: stage.now)
      let place = try fill(scene)
      guard case .effect(let sheet)? = scene.nodes.first else {
        Issue.record("no glass")
        return
      }
      let lines = sheet.content.compactMap { node in
        if case .effect(let line) = node, line.border == Border(width: 1, colour: .one) {
          line.frame
        } else {
          nil
        }
      }
      #expect(lines.map(\.x) == [place.x])
    }
  }

  @Test func `with reduced motion the fill is at the next workspace at once`() throws {
    let (stage, surface) = try stage(reducesMotion: true)
    let first = try fill(surface.scene(at: stage.now))
    stage.focusWorkspace("3")
    #expect(try fill(surface.scene(at: stage.now)).x > first.x)
    stage.settle()
    #expect(!surface.isMoving)
  }
}
