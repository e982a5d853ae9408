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

  /// The left end of the only fill, and whether the texts that it touches lie on it: all texts lie above it, or below it and, as far
  /// as it covers them, on it again.
  private func fill(_ scene: Scene) throws -> (x: Int, isBelowTexts: Bool) {
    let sheets = scene.nodes.compactMap { if case .effect(let sheet) = $0 { sheet } else { nil } }
    let sheet = try #require(sheets.first)
    let places = sheet.content.enumerated().compactMap { index, node in
      if case .fill(let fill) = node { (index, fill.frame.x) } else { nil }
    }
    let place = try #require(places.first)
    #expect(places.count == 1)
    func texts(_ nodes: some Sequence<Node>, in frame: PixelRect) -> [TextNode] {
      nodes.compactMap { if case .text(let text) = $0, text.frame.intersects(frame) { text } else { nil } }
    }
    guard case .fill(let fill) = sheet.content[place.0] else { return (place.1, false) }
    let below = texts(sheet.content[..<place.0], in: fill.frame)
    guard !below.isEmpty else { return (place.1, true) }
    let clips = sheet.content[place.0...].compactMap { node in
      if case .effect(let clip) = node, clip.frame == fill.frame, !clip.content.isEmpty { clip } else { nil }
    }
    let copies = clips.flatMap { texts($0.content, in: fill.frame) }
    return (
      place.1, copies.map(\.frame) == below.map(\.frame) && clips.allSatisfy { $0.corners == fill.corners }
    )
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
    #expect(between.x > first.x && between.isBelowTexts)
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
