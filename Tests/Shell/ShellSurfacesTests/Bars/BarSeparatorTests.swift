import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing
import VisualEffects

/// The separator beside workspaces, on an output that a test plays and by a clock that it turns.
struct BarSeparatorTests {
  private let workspaces = ModuleName(.workspaces), text = ModuleName(.text, "one")

  /// A bar with three workspaces, the second of which is on the screen, and a text at the other side of a separator; `isFirst` says
  /// that the workspaces are before it.
  private func stage(isFirst: Bool, reducesMotion: Bool = false) throws -> (BarStage, FakeSurface) {
    let separator = ModuleName(.separator)
    let row = isFirst ? [workspaces, separator, text] : [text, separator, workspaces]
    let (stage, surface) = try BarStage.withWorkspaces(focused: "2", in: row) {
      $0.modules[text] = .defaults(of: .text)
      $0.accessibility.reduceMotion = reducesMotion ? .on : .off
    }
    _ = stage.state.update(.moduleReadingChanged(text, .text("text")), now: stage.now)
    stage.changeContent()
    _ = surface.scene(at: stage.now)
    return (stage, surface)
  }

  /// The left end of the line, and the distances from it to what is seen before and after it.
  private func line(_ surface: FakeSurface, _ stage: BarStage) throws -> (x: Int, gaps: [Int]) {
    let scene = surface.scene(at: stage.now)
    let fills = scene.fills
    let line = try #require(fills.first { $0.ink == .vibrant(.separator) }).frame
    let seen = fills.map(\.frame).filter { $0 != line } + scene.texts.map(\.frame)
    let before = try #require(seen.map(\.maxX).filter { $0 <= line.x }.max())
    let after = try #require(seen.map(\.x).filter { $0 >= line.maxX }.min())
    return (line.x, [line.x - before, after - line.maxX])
  }

  @Test(arguments: [true, false])
  func `a separator is midway between a workspace and a text, and does not jump when that gets the fill`(
    isFirst: Bool
  ) throws {
    let (stage, surface) = try stage(isFirst: isFirst)
    let nearest = isFirst ? "3" : "1"
    var last = try line(surface, stage).x
    for name in ["2", "3", "2", "1", "3", "1", "2"] {
      stage.focusWorkspace(name)
      #expect(try line(surface, stage).x == last)
      stage.settle()
      for _ in 0..<30 {
        stage.pass(.milliseconds(10))
        let x = try line(surface, stage).x
        #expect(abs(x - last) <= 1, "\(name)")
        last = x
      }
      #expect(!surface.isMoving)
      // A text begins 8 points inside of its module.
      #expect(try line(surface, stage).gaps == (name == nearest ? [10, 10] : [14, 14]), "\(name)")
    }
  }

  @Test func `with reduced motion a separator is at its next place at once`() throws {
    let (stage, surface) = try stage(isFirst: true, reducesMotion: true)
    let first = try line(surface, stage).x
    stage.focusWorkspace("3")
    #expect(try line(surface, stage).x == first + 4)
    stage.settle()
    #expect(!surface.isMoving)
  }
}
