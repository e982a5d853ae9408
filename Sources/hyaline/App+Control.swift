import Control
import Glibc
import Loop
import Measures
import Pictures
import Rendering
import ShellModel
import Wayland

extension App {
  /// Answers a command that came over the control socket.
  func answer(_ request: Request) -> Response {
    switch request.command {
    case "snapshot": snapshot(request)
    case "statistics": .success(statistics)
    case "status": .success(status)
    default: .failure("unknown command \"\(request.command)\"")
    }
  }

  /// `{"command":"snapshot","path":"/tmp/a.png","output":"DP-1"}`; without `output` that of the first.
  private func snapshot(_ request: Request) -> Response {
    guard let path = request.arguments["path"]?.string, path.hasPrefix("/") else {
      return .failure("snapshot: expected an absolute path")
    }
    let shown = contexts.filter(\.isShown)
    let wanted = request.arguments["output"]?.string
    guard let context = shown.first(where: { wanted == nil || $0.name == wanted }) else {
      let names = shown.map(\.name).joined(separator: ", ")
      return .failure(
        "no bar on output \(wanted ?? "any"); there is one on: \(names.isEmpty ? "none" : names)")
    }
    do {
      try Picture.writePNG(try context.snapshot(), to: path)
    } catch {
      return .failure("\(error)")
    }
    return .success(["output": .string(context.name)])
  }

  /// What has been counted since the start, and what exists now.
  private var statistics: [String: JSONValue] {
    [
      "wakeUps": JSONValue(loop.wakeUpCount),
      "proxies": JSONValue(Proxy.liveCount),
      "glObjects": JSONValue(glObjectCount),
      "descriptors": JSONValue(Self.openDescriptorCount),
      "settingsLoads": JSONValue(settingsLoads),
      "outputs": .array(
        contexts.map { context in
          .object([
            "name": .string(context.name),
            "commits": JSONValue(context.statistics.commits),
            "captures": JSONValue(context.statistics.captures),
            "absorbed": JSONValue(context.statistics.absorbed),
            "pendingCaptures": JSONValue(context.capture?.isPending == true ? 1 : 0),
            "source": .string(context.sourceName),
            "phase": .string(context.phaseName),
          ])
        }),
    ]
  }

  /// What `hyaline doctor` asks for.
  private var status: [String: JSONValue] {
    [
      "process": JSONValue(Int(getpid())),
      "settings": .string(settingsPath),
      "notice": state.notice.map { .string($0.text) } ?? .null,
      "outputs": .array(
        contexts.map { context in
          .object([
            "name": .string(context.name),
            "source": .string(context.sourceName),
            "reason": context.reason.map { .string($0) } ?? .null,
            "phase": .string(context.phaseName),
            "x": JSONValue(context.frame.x), "y": JSONValue(context.frame.y),
            "width": JSONValue(context.frame.width), "height": JSONValue(context.frame.height),
          ])
        }),
    ]
  }

  private static var openDescriptorCount: Int {
    guard let directory = unsafe opendir("/proc/self/fd") else { return -1 }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    // Without `.`, `..` and the directory's own.
    return count - 3
  }
}

extension OutputContext {
  /// Why there is no live glass, or none that is up to date; nil: all is as it was asked for.
  var reason: String? { backdrop.isUnseen ? LiveBackdrop.unseenWords : inUse.reason }

  /// The rung in use, or `starting` until the self-test has decided.
  var sourceName: String {
    switch backdrop.phase {
    case .acquiring, .proving: "starting"
    case .watching, .hidden, .resting: inUse.rung.rawValue
    }
  }

  /// The state of live glass in one word.
  var phaseName: String {
    switch backdrop.phase {
    case .acquiring: "acquiring"
    case .proving: "proving"
    case .watching: "watching"
    case .hidden: "hidden"
    case .resting: "resting"
    }
  }
}
