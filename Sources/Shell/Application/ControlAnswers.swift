import BannerSurfaces
import BarSurfaces
import BarUI
import Control
import DesktopModel
import Geometry
import Glibc
import JSON
import LiveGlass
import Loop
import Pictures
import Rendering
import ShellModel
import Wayland

/// Answers the requests of the control socket.
struct ControlAnswers {
  let app: App

  /// Answers one request, at once or later.
  func answer(_ request: Request, _ reply: ControlReply) {
    switch request.command {
    case "notifications": app.notifications.answer(request, reply)
    case "snapshot": snapshot(request, reply)
    case "reload": reload(reply)
    default: reply(answer(request))
    }
  }

  private func answer(_ request: Request) -> Response {
    switch request.command {
    case "bar": BarAnswers(app: app).answer(request)
    case "statistics": .success(statistics)
    case "status": .success(status)
    default: .failure("unknown command \"\(request.command)\"")
    }
  }

  /// Reads the settings file again; fails with its diagnostics.
  private func reload(_ reply: ControlReply) {
    app.loadSettings { messages in
      reply(messages.isEmpty ? .success([:]) : .failure(messages.joined(separator: "\n")))
    }
  }

  /// Writes a picture of the first shown bar of an output, as
  /// `{"command":"snapshot","path":"/tmp/a.png","output":"DP-1"}` requests it, or of the first shown bar if there is
  /// no `output`.
  private func snapshot(_ request: Request, _ reply: ControlReply) {
    guard let path = request.arguments["path"]?.string, path.hasPrefix("/") else {
      return reply(.failure("snapshot: expected an absolute path"))
    }
    let wanted = request.arguments["output"]?.string
    let shown = app.bars.filter { $0.surface?.isShown == true }
    guard let bar = shown.first(where: { wanted == nil || $0.output.name == wanted }) else {
      return reply(BarAnswers(app: app).missingBar(wanted))
    }
    do {
      guard let picture = try bar.surface?.snapshot() else { return reply(.failure("the bar is gone")) }
      let name = bar.output.name
      app.snapshots.write(picture, to: path) { failure in
        reply(failure.map { .failure($0) } ?? .success(["output": .string(name)]))
      }
    } catch {
      reply(.failure("\(error)"))
    }
  }

  /// The answer to `statistics`: counters since the start, and numbers of live objects.
  private var statistics: [String: JSONValue] {
    [
      "wakeUps": JSONValue(app.loop.wakeUpCount),
      "proxies": JSONValue(Proxy.liveCount),
      "glObjects": JSONValue(app.session?.liveObjectCount ?? 0),
      "descriptors": JSONValue(Self.openDescriptorCount),
      "settingsLoads": JSONValue(app.settingsLoads),
      "rehearsals": JSONValue(app.center != nil && app.banners?.isRehearsing != false ? 1 : 0),
      "turns": JSONValue(app.banners?.answerCount ?? 0),
      "postponements": JSONValue(app.session?.postponementCount ?? 0),
      "banners": .array((app.banners?.report ?? []).map(\.json)),
      "levels": .array((app.levels.banners?.report ?? []).map(\.json)),
      "outputs": .array(
        app.bars.map { bar in
          .object([
            "name": .string(bar.output.name),
            "commits": JSONValue(bar.surface?.commitCount ?? 0),
            "captures": JSONValue(bar.output.statistics.captures),
            "absorbed": JSONValue(bar.output.statistics.absorbed),
            "pendingCaptures": JSONValue(bar.output.isCapturePending ? 1 : 0),
            "source": .string(bar.sourceName),
            "phase": .string(bar.phase.rawValue),
          ])
        }),
    ]
  }

  /// The answer to `status`, which `hyaline doctor` reports.
  private var status: [String: JSONValue] {
    [
      "process": JSONValue(Int(getpid())),
      "settings": .string(absolutePath(app.settingsPath)),
      "renderer": app.session.map { .string($0.rendererName) } ?? .null,
      "rejectedRenderers": .array(
        (app.session?.rejectedRenderers ?? []).map { .string("\($0.name): \($0.reason)") }),
      "notice": app.state.notice.map { .string($0.text) } ?? .null,
      "outputs": .array(
        app.bars.map { bar in
          let frame = bar.surface?.frame ?? .empty
          return .object([
            "name": .string(bar.output.name),
            "source": .string(bar.sourceName),
            "reason": bar.output.reason.map { .string($0) } ?? .null,
            "phase": .string(bar.phase.rawValue),
            "x": JSONValue(frame.x), "y": JSONValue(frame.y),
            "width": JSONValue(frame.width), "height": JSONValue(frame.height),
          ])
        }),
    ]
  }

  /// The number of open descriptors, without the one through which the folder itself is read.
  private static var openDescriptorCount: Int { Directory.names(in: "/proc/self/fd").count - 1 }
}

extension LiveBar {
  var phase: LiveSurface.Phase { surface?.phase ?? .resting }

  /// The backdrop source in use, or `starting` until the self-test has finished.
  var sourceName: String {
    phase == .acquiring || phase == .proving ? "starting" : output.backdropInUse.rung.rawValue
  }
}

extension LevelBanners.OutputReport {
  fileprivate var json: JSONValue {
    .object([
      "levelOutput": .string(output), "level": level.map { .string($0.kind.rawValue) } ?? .null,
      "levelWords": last.map { .string($0.words) } ?? .null, "levelsShown": JSONValue(shownCount),
      "levelFrames": JSONValue(frames),
      "levelGlass": .string(glass.rawValue), "levelSettled": .bool(isSettled),
    ])
  }
}

extension Banners.OutputReport {
  fileprivate var json: JSONValue {
    .object([
      "output": .string(output.name),
      "shown": JSONValue(shown),
      "frames": JSONValue(frames),
      "looks": JSONValue((output as? LiveOutput)?.statistics.captures ?? 0),
      "glass": .string(glass.rawValue),
      "awaits": awaited.map { .string($0) } ?? .null,
    ])
  }
}
