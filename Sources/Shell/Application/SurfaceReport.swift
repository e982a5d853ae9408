import DesktopModel
import Geometry
import LiveGlass
import Rendering
import ShellSurfaces
import TextProcessing

/// The state of all surfaces and of their renderer, for `hyaline doctor` and for statistics.
struct SurfaceReport {
  /// The state of one bar and of its output.
  struct BarState {
    var output: String
    var phase = LiveSurface.Phase.resting
    /// The kind of backdrop in use.
    var rung: BackdropInUse.Rung
    /// The reason why there is no live glass; nil if there is none.
    var reason: String?
    /// The frame of the bar on the output, in physical pixels; empty while it is hidden.
    var frame = PixelRect.empty
    /// The number of frames that were sent to the compositor.
    var commits = 0
    /// The number of captures of the output, and of those whose damage was behind surfaces.
    var captures = 0, absorbed = 0
    var isCapturePending = false

    /// The backdrop source in use, or `starting` until the self-test has finished.
    var source: String { phase == .acquiring || phase == .proving ? "starting" : rung.rawValue }
  }

  var bars: [BarState] = []
  /// The name of the renderer; nil if there is no compositor yet.
  var renderer: String?
  var rejectedRenderers: [RendererChoice.Rejection] = []
  var liveObjects = 0
  /// The number of times that drawing was put off.
  var postponements = 0
  /// Whether the first banner is being prepared, or the notification center waits for a compositor.
  var isRehearsing = false
  /// The number of answers to callers in the middle of a frame.
  var answers = 0
  var banners: [Banners.OutputReport] = []
  var levels: [LevelBanners.OutputReport] = []

  /// The members of the answer to `statistics`: counters since the start, and numbers of live objects.
  var statistics: [String: JSONValue] {
    [
      "glObjects": JSONValue(liveObjects),
      "rehearsals": JSONValue(isRehearsing ? 1 : 0),
      "turns": JSONValue(answers),
      "postponements": JSONValue(postponements),
      "banners": .array(banners.map(\.json)),
      "levels": .array(levels.map(\.json)),
      "outputs": .array(
        bars.map { bar in
          .object([
            "name": .string(bar.output),
            "commits": JSONValue(bar.commits),
            "captures": JSONValue(bar.captures),
            "absorbed": JSONValue(bar.absorbed),
            "pendingCaptures": JSONValue(bar.isCapturePending ? 1 : 0),
            "source": .string(bar.source),
            "phase": .string(bar.phase.rawValue),
          ])
        }),
    ]
  }

  /// The members of the answer to `status`, which `hyaline doctor` reports.
  var status: [String: JSONValue] {
    [
      "renderer": renderer.map { .string($0) } ?? .null,
      "rejectedRenderers": .array(rejectedRenderers.map { .string("\($0.name): \($0.reason)") }),
      "outputs": .array(
        bars.map { bar in
          .object([
            "name": .string(bar.output),
            "source": .string(bar.source),
            "reason": bar.reason.map { .string($0) } ?? .null,
            "phase": .string(bar.phase.rawValue),
            "x": JSONValue(bar.frame.x), "y": JSONValue(bar.frame.y),
            "width": JSONValue(bar.frame.width), "height": JSONValue(bar.frame.height),
          ])
        }),
    ]
  }
}

extension SurfaceReport.BarState {
  init(_ bar: Bar) {
    self.init(
      output: bar.output.name, phase: bar.surface?.phase ?? .resting, rung: bar.output.backdropInUse.rung,
      reason: bar.output.reason, frame: bar.shownFrame ?? .empty, commits: bar.surface?.commitCount ?? 0,
      captures: bar.output.statistics.captures, absorbed: bar.output.statistics.absorbed,
      isCapturePending: bar.output.isCapturePending)
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
      "looks": JSONValue(output.statistics.captures),
      "glass": .string(glass.rawValue),
      "awaits": awaited.map { .string($0) } ?? .null,
    ])
  }
}
