import BarUI
import Geometry
import LiveGlass
import Loop
import Scenes
import ShellModel
import ShellSurfaces
import TestSupport
import Testing
import TextProcessing

@testable import Application
@testable import Control
@testable import Pictures
@testable import Rendering

/// The control socket of a program with bars that are fakes.
private final class ControlStage {
  let uses: UseStage
  /// The picture that bars have; nil: they are gone.
  var picture: Bitmap? = Bitmap(size: PixelSize(width: 1, height: 1))
  /// The error that bars fail with in place of a picture; nil for none.
  var error: StartError?
  /// The messages about errors in the settings file.
  var messages: [String] = []
  var report = SurfaceReport()
  private(set) var responses: [Response] = []
  private lazy var snapshots = SnapshotWriter(loop: uses.model.loop) { (_, path) throws(PictureError) in
    if path == "/full" { throw PictureError(action: .write, path: path, reason: .system("no space")) }
  }

  init(bars: [FakeBar] = [FakeBar()]) throws { uses = try UseStage(bars: bars) }

  /// Sends a request, and waits for the response.
  func response(to command: String, _ arguments: [String: JSONValue] = [:]) -> Response? {
    responses = []
    let answers = ControlAnswers(
      bars: uses.answers(), surfaces: { [unowned self] in report },
      picture: { [unowned self] _ in
        if let error { throw error }
        return picture
      }, snapshots: snapshots,
      notifications: { request, reply in reply(.success(["asked": request.arguments["action"] ?? .null])) },
      reload: { [unowned self] in $0(messages) }, settingsPath: "/settings.toml", settingsLoads: 3)
    answers.answer(
      Request(command, arguments),
      ControlReply(respond: { [unowned self] in responses.append($0) }, beginFeed: { ControlFeed() }))
    return uses.model.loop.wait { !responses.isEmpty } ? responses.last : nil
  }
}

struct ControlAnswersTests {
  @Test(
    arguments: [
      ("dance", [:], .failure(#"unknown command "dance""#)), ("", [:], .failure(#"unknown command """#)),
      ("bar", ["action": "show"], .success(["bars": 1])),
      ("notifications", ["action": "list"], .success(["asked": "list"])), ("reload", [:], .success()),
      ("snapshot", [:], .failure("snapshot: expected an absolute path")),
      ("snapshot", ["path": "a.png"], .failure("snapshot: expected an absolute path")),
      ("snapshot", ["path": ["/a.png"]], .failure("snapshot: expected an absolute path")),
      ("snapshot", ["path": "/a.png"], .success(["output": "DP-1"])),
      ("snapshot", ["path": "/full"], .failure("cannot write picture /full: no space")),
      (
        "snapshot", ["path": "/a.png", "output": "DP-2"],
        .failure("no bar on output DP-2; there is one on: DP-1")
      ),
    ] as [(String, [String: JSONValue], Response)])
  func `each command has its answer`(command: String, arguments: [String: JSONValue], response: Response)
    throws
  {
    #expect(try ControlStage().response(to: command, arguments) == response)
  }

  @Test func `errors in the settings file are the failure of reading it again`() throws {
    let stage = try ControlStage()
    stage.messages = ["one", "two"]
    #expect(stage.response(to: "reload") == .failure("one\ntwo"))
  }

  @Test func `a picture is that of a shown bar, and its failure is told in words`() throws {
    let stage = try ControlStage(bars: [FakeBar("DP-1", .opening), FakeBar("DP-2")])
    #expect(stage.response(to: "snapshot", ["path": "/a.png"]) == .success(["output": "DP-2"]))
    #expect(
      stage.response(to: "snapshot", ["path": "/a.png", "output": "DP-1"])
        == .failure("the bar on DP-1 is not on the screen yet"))
    stage.error = StartError("no memory")
    #expect(stage.response(to: "snapshot", ["path": "/a.png"]) == .failure("no memory"))
    (stage.error, stage.picture) = (nil, nil)
    #expect(stage.response(to: "snapshot", ["path": "/a.png"]) == .failure("the bar is gone"))
  }

  @Test func `the status names the renderer and the backdrop of each bar`() throws {
    let stage = try ControlStage()
    stage.report.renderer = "OpenGL ES"
    stage.report.rejectedRenderers = [.init(name: "Vulkan", reason: "none", isExpected: false)]
    var bar = SurfaceReport.BarState(output: "DP-1", phase: .watching, rung: .live)
    bar.frame = PixelRect(x: 1, y: 2, width: 3, height: 4)
    stage.report.bars = [
      bar, SurfaceReport.BarState(output: "DP-2", rung: .solid, reason: "no captures"),
    ]
    guard case .success(let status)? = stage.response(to: "status") else {
      Issue.record("no status")
      return
    }
    #expect(status["settings"] == "/settings.toml" && status["notice"] == .null)
    #expect(status["renderer"] == "OpenGL ES" && status["rejectedRenderers"] == ["Vulkan: none"])
    #expect(
      status["outputs"] == [
        [
          "name": "DP-1", "source": "live", "reason": nil, "phase": "watching", "x": 1, "y": 2, "width": 3,
          "height": 4,
        ],
        [
          "name": "DP-2", "source": "solid", "reason": "no captures", "phase": "resting", "x": 0, "y": 0,
          "width": 0, "height": 0,
        ],
      ])
  }

  @Test func `statistics count what the program has done`() throws {
    let stage = try ControlStage()
    var bar = SurfaceReport.BarState(output: "DP-1", phase: .proving, rung: .live)
    (bar.commits, bar.captures, bar.absorbed, bar.isCapturePending) = (1, 2, 3, true)
    (stage.report.bars, stage.report.isRehearsing, stage.report.liveObjects) = ([bar], true, 7)
    guard case .success(let statistics)? = stage.response(to: "statistics") else {
      Issue.record("no statistics")
      return
    }
    #expect(statistics["wakeUps"]?.number != nil && statistics["settingsLoads"] == 3)
    #expect(statistics["rehearsals"] == 1 && statistics["glObjects"] == 7 && statistics["turns"] == 0)
    #expect(statistics["descriptors"]?.number.map { $0 > 0 } == true)
    #expect(
      statistics["outputs"] == [
        [
          "name": "DP-1", "commits": 1, "captures": 2, "absorbed": 3, "pendingCaptures": 1,
          "source": "starting", "phase": "proving",
        ]
      ])
  }
}
