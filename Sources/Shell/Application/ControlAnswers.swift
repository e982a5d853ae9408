import BarUI
import Control
import Glibc
import Loop
import Scenes
import ShellModel
import ShellSurfaces
import TextProcessing
import Wayland

/// Answers the requests of the control socket.
struct ControlAnswers {
  let bars: BarAnswers
  /// The state of the surfaces.
  let surfaces: () -> SurfaceReport
  /// Returns a picture of a bar; nil if the bar has gone.
  let picture: (any ShellBar) throws -> Bitmap?
  /// Writes pictures to files.
  let snapshots: SnapshotWriter
  /// Answers the requests of `hyaline notifications`.
  let notifications: (Request, ControlReply) -> Void
  /// Reads the settings file again; the answer has the messages about errors in the file.
  let reload: (_ answer: @escaping ([String]) -> Void) -> Void
  let settingsPath: String
  /// The number of times that the settings file was read.
  let settingsLoads: Int

  /// Answers one request, at once or later.
  func answer(_ request: Request, _ reply: ControlReply) {
    switch request.command {
    case "notifications": notifications(request, reply)
    case "snapshot": snapshot(request, reply)
    case "reload":
      reload { reply($0.isEmpty ? .success([:]) : .failure($0.joined(separator: "\n"))) }
    case "bar": reply(bars.answer(request))
    case "statistics": reply(.success(statistics))
    case "status": reply(.success(status))
    default: reply(.failure("unknown command \"\(request.command)\""))
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
    guard let bar = bars.bars(on: wanted).first(where: { $0.visibility == .shown }) else {
      return reply(bars.missingBar(wanted))
    }
    do {
      guard let picture = try picture(bar) else { return reply(.failure("the bar is gone")) }
      let name = bar.outputName
      snapshots.write(picture, to: path) { failure in
        reply(failure.map { .failure($0) } ?? .success(["output": .string(name)]))
      }
    } catch {
      reply(.failure("\(error)"))
    }
  }

  private var statistics: [String: JSONValue] {
    let counts: [String: JSONValue] = [
      "wakeUps": JSONValue(bars.model.loop.wakeUpCount),
      "proxies": JSONValue(Proxy.liveCount),
      "descriptors": JSONValue(Self.openDescriptorCount),
      "settingsLoads": JSONValue(settingsLoads),
    ]
    return counts.merging(surfaces().statistics) { $1 }
  }

  private var status: [String: JSONValue] {
    let own: [String: JSONValue] = [
      "process": JSONValue(Int(getpid())),
      "settings": .string(absolutePath(settingsPath)),
      "notice": bars.model.state.notice.map { .string($0.line) } ?? .null,
    ]
    return own.merging(surfaces().status) { $1 }
  }

  /// The number of open descriptors, without the one through which the folder itself is read.
  private static var openDescriptorCount: Int { Directory.names(in: "/proc/self/fd").count - 1 }
}
