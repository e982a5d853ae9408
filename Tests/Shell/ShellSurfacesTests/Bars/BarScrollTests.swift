import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import TestSupport
import Testing
import VisualEffects

/// Texts that scroll on a bar, on an output that a test plays and by a clock that it turns. Letters are 8 points wide.
struct BarScrollTests {
  private let media = ModuleName(.media)
  /// The time for which a text is still before it moves.
  private static let rest = Duration.seconds(2)

  /// A bar with a player's module that is 80 points wide at most, on the screen.
  private func stage(
    _ title: String = "abcdefghijklmnop", scrolls: Bool = true, edge: OutputEdge = .top,
    reducesMotion: Bool = false
  ) throws -> (BarStage, FakeSurface) {
    var module = ModuleSettings.defaults(of: .media)
    module.style.look.format = try FormatTemplate("{title}", fields: ModuleKind.media.summary.fields)
    (module.style.look.maxWidth, module.style.look.scrolls) = (80, scrolls)
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end, $0.bars[0].edge) = ([media], [], [], edge)
      $0.modules[media] = module
      $0.accessibility.reduceMotion = reducesMotion ? .on : .off
    }
    play(stage, title)
    let surface = try #require(stage.output.surface)
    surface.show()
    return (stage, surface)
  }

  private func play(_ stage: BarStage, _ title: String, status: String = "playing") {
    let reading = ModuleReading(["title": .text(title), "status": .text(status)], states: [status])
    _ = stage.state.update(.moduleReadingChanged(media, reading), now: stage.now)
  }

  /// The distances from the place of the first letter at rest to the texts, and whether they are whole.
  private func texts(_ scene: Scene) -> [String] {
    scene.texts.map { "\($0.frame.x - 12)\($0.text.maxWidth == nil ? "" : " cut")" }
  }

  @Test func `a long title rests, scrolls, and begins anew when it changes`() throws {
    let (stage, surface) = try stage()
    #expect(texts(surface.scene(at: stage.now)) == ["0 cut"])
    #expect(stage.bar.nextDeadline == stage.now + Self.rest)
    stage.pass(.seconds(2))
    #expect(texts(surface.scene(at: stage.now)) == ["0"])
    for step in 1...30 {
      let requests = surface.drawingRequests
      stage.pass(.seconds(1) / 30 + .nanoseconds(1))
      #expect(surface.drawingRequests == requests + 1, "step \(step)")
      #expect(texts(surface.scene(at: stage.now)) == ["\(-step)"])
    }
    // 128 points of text and 36 of room pass before the beginning has come again.
    stage.pass(.milliseconds(3800))
    #expect(texts(surface.scene(at: stage.now)) == ["20"])
    stage.pass(.milliseconds(800))
    #expect(texts(surface.scene(at: stage.now)) == ["0 cut"])
    stage.pass(.milliseconds(1900))
    play(stage, "0123456789abcdef")
    // The former title fades out in the same place.
    #expect(texts(surface.scene(at: stage.now)) == ["0 cut", "0 cut"])
    #expect(stage.bar.nextDeadline == stage.now + Self.rest)
  }

  @Test func `a bar whose frames are not drawn is not woken up by a title`() throws {
    let (stage, surface) = try stage()
    _ = surface.scene(at: stage.now)
    stage.pass(.seconds(3))
    let requests = surface.drawingRequests
    #expect(requests > 0 && stage.bar.nextDeadline == nil)
    for _ in 0..<10 { stage.pass(.seconds(1)) }
    #expect(surface.drawingRequests == requests)
    // The text continues at its place by the clock once a frame is drawn.
    #expect(texts(surface.scene(at: stage.now)).contains { $0 != "0 cut" } && stage.bar.nextDeadline != nil)
  }

  @Test func `a paused player's title ends in an ellipsis, and scrolls when it plays again`() throws {
    let (stage, surface) = try stage()
    _ = surface.scene(at: stage.now)
    stage.pass(.seconds(3))
    play(stage, "abcdefghijklmnop", status: "paused")
    #expect(texts(surface.scene(at: stage.now)) == ["0 cut"] && stage.bar.nextDeadline == nil)
    play(stage, "abcdefghijklmnop")
    #expect(texts(surface.scene(at: stage.now)) == ["0 cut"] && stage.bar.nextDeadline != nil)
  }

  @Test(arguments: 0..<4)
  func `nothing is due for a title that fits, may not scroll, or stands where none does`(index: Int) throws {
    let (stage, surface) =
      switch index {
      case 0: try stage("abc")
      case 1: try stage(scrolls: false)
      case 2: try stage(reducesMotion: true)
      default: try stage(edge: .left)
      }
    let first = surface.scene(at: stage.now)
    #expect(stage.bar.nextDeadline == nil)
    let requests = surface.drawingRequests
    stage.pass(.seconds(5))
    #expect(surface.drawingRequests == requests && surface.scene(at: stage.now) == first)
  }
}
