import Control
import Geometry
import Loop
import Modules
import Pictures
public import Rendering
public import Settings
public import TextProcessing
import Toml
import Typography
import Wayland

/// One section of the report of `hyaline doctor`.
public struct Finding {
  /// The heading.
  public var section: String
  /// The names of what was examined, each with the result, in the order of the report.
  public var rows: [(name: String, value: String)]
  /// Whether the bar cannot be shown because of this.
  public var isFatal = false

  /// The section as lines of text, without a line break at the end.
  public var text: String {
    let width = rows.map(\.name.count).max() ?? 0
    let lines = rows.map { row in
      "  \(row.name)\(String(repeating: " ", count: width - row.name.count))  \(row.value)"
    }
    return ([section] + lines).joined(separator: "\n")
  }

  /// The rows as an object.
  public var json: JSONValue {
    .object(Dictionary(rows.map { ($0.name, .string($0.value)) }, uniquingKeysWith: { $1 }))
  }
}

/// Examines separately each part of the system that the program needs, for `hyaline doctor`.
public enum Diagnosis {
  /// The interfaces of the compositor that the bar uses: the least version that suffices, and what is missing
  /// without each; nil if there is no bar without it.
  private static let protocols: [(name: String, version: UInt32, without: String?)] = [
    (WlCompositor.interfaceName, 4, nil),
    (WlSubcompositor.interfaceName, 1, nil),
    (WlShm.interfaceName, 1, nil),
    (ZwlrLayerShellV1.interfaceName, 1, nil),
    // One of the next two suffices.
    (ZwlrScreencopyManagerV1.interfaceName, 3, "no live glass without ext_image_copy_capture_manager_v1"),
    (ExtImageCopyCaptureManagerV1.interfaceName, 1, "no live glass without zwlr_screencopy_manager_v1"),
    // This one matters only without live glass.
    (ExtBackgroundEffectManagerV1.interfaceName, 1, "no blur by the compositor but KWin's older one"),
    (ZxdgOutputManagerV1.interfaceName, 2, "fractional scales are not noticed"),
  ]

  /// All sections of the report.
  ///
  /// - Parameters:
  ///   - settingsPath: The path of the settings file; nil for the standard one.
  ///   - decoder: The command line of the program that decodes pictures.
  public static func examine(
    settingsPath: String?, decoder: [String], renderer: (RendererPreference) -> RendererFactory
  ) -> [Finding] {
    let (settings, settingsFinding) = examineSettings(settingsPath)
    let connected = Result { try Connection() }
    var findings = [examineCompositor(connected)]
    findings.append(examineInstance())
    if let alone = examineNotificationInstance() { findings.append(alone) }
    let rivals = RivalSearch.find()
    findings.append(examineNotifications(rivals))
    if let others = examineRivals(rivals) { findings.append(others) }
    findings.append(examineDecoder(PictureDecoder(command: decoder)))
    findings.append(examineGraphics(try? connected.get(), renderer(settings.renderer)))
    findings.append(examineFonts(settings))
    findings.append(settingsFinding)
    return findings
  }

  private static func examineCompositor(_ connected: Result<Connection, any Error>) -> Finding {
    var finding = Finding(section: "compositor", rows: [])
    switch connected {
    case .failure(let error):
      finding.rows = [("connection", "\(error)")]
      finding.isFatal = true
    case .success(let connection):
      finding.rows = [("connection", Environment.value("WAYLAND_DISPLAY") ?? "by descriptor")]
      for needed in protocols {
        let offered = connection.globals.all.first { $0.interface == needed.name }?.version ?? 0
        let isEnough = offered >= needed.version
        let consequence = isEnough ? "" : ": \(needed.without ?? "no bar")"
        let found =
          offered == 0
          ? "not offered" : "version \(offered)" + (isEnough ? "" : ", too old (\(needed.version) is needed)")
        finding.rows.append((needed.name, found + consequence))
        if !isEnough, needed.without == nil { finding.isFatal = true }
      }
      // Both are bound by this first use, and described in answer to it.
      let outputs = connection.outputs
      let blur = CompositorBlur(connection)
      try? connection.roundTrip()
      let interfaces = Set(connection.globals.all.map(\.interface))
      finding.rows.append(
        ("blur", BlurFinding(availability: blur.availability, interfaces: interfaces).text))
      blur.destroy()
      for output in outputs.all {
        let description = output.description
        finding.rows.append(
          (
            description.name,
            "\(description.mode.width) × \(description.mode.height), scale \(description.realScale)"
              + (description.transform == .normal ? "" : ", \(description.transform)")
          ))
      }
    }
    return finding
  }

  private static func examineInstance() -> Finding {
    var finding = Finding(section: "running bar", rows: [])
    do {
      let status = try status(of: .main)
      finding.rows += identity(status)
      if let renderer = status["renderer"]?.string { finding.rows.append(("renderer", renderer)) }
      if case .array(let rejected) = status["rejectedRenderers"], !rejected.isEmpty {
        finding.rows.append(("because", rejected.compactMap(\.string).joined(separator: "; ")))
      }
      if case .array(let bars) = status["outputs"] { finding.rows += glass(under: bars) }
    } catch {
      finding.rows.append(("process", "\(error)"))
    }
    return finding
  }

  /// The sources of the glass under bars, as their status tells them, with a row for each output: all bars of one have the same.
  static func glass(under bars: [JSONValue]) -> [(name: String, value: String)] {
    var rows: [(name: String, value: String)] = []
    for bar in bars {
      let name = bar["name"]?.string ?? "output"
      if rows.contains(where: { $0.name == name }) { continue }
      let reason = bar["reason"]?.string.map { ": \($0)" } ?? ""
      rows.append((name, "\(bar["source"]?.string ?? "unknown") glass\(reason)"))
    }
    return rows
  }

  /// Examines the instance that serves only notifications; nil if none runs.
  private static func examineNotificationInstance() -> Finding? {
    guard let status = try? status(of: .notifications) else { return nil }
    return Finding(section: "running for notifications alone", rows: identity(status))
  }

  private static func status(of instance: ControlAddress.Instance) throws -> [String: JSONValue] {
    let response = try ControlClient.send(Request("status"), to: try .ofEnvironment(instance))
    guard case .success(let status) = response else { throw ControlError.badAnswer }
    return status
  }

  /// The process ID of an instance, and the path of its settings file.
  private static func identity(_ status: [String: JSONValue]) -> [(name: String, value: String)] {
    [
      ("process", status["process"]?.number.map { "\(Int($0))" } ?? "unknown"),
      ("settings", status["settings"]?.string ?? "unknown"),
    ]
  }

  private static func examineNotifications(_ rivals: [RivalProgram]) -> Finding {
    var words = "yes"
    var rows: [(name: String, value: String)] = []
    do {
      let situation = try NotificationInstance.ask("count")
      if situation["isServing"]?.bool != true {
        words = notServed(rivals)
      }
      rows.append(("lock", lockWords(situation["isLocked"]?.bool)))
    } catch {
      words = "no: \(error)"
    }
    return Finding(section: "notifications", rows: [("shown", words)] + rows)
  }

  /// Describes why the running instance has no notifications, by the program that has them.
  static func notServed(_ rivals: [RivalProgram]) -> String {
    let other = rivals.first { $0.role == .notifications(isShowing: true) }
    return other.map { "no: they go to \($0.name)" }
      ?? "no: they go to another program, or there is no message bus, as the log says"
  }

  /// Names other programs that show a bar or notifications; nil if there are none.
  private static func examineRivals(_ rivals: [RivalProgram]) -> Finding? {
    if rivals.isEmpty { return nil }
    return Finding(section: "other programs", rows: rivals.map { ($0.name, $0.words) })
  }

  /// Describes whether notifications wait while the session is locked; nil: the lock is unknown.
  private static func lockWords(_ isLocked: Bool?) -> String {
    guard let isLocked else {
      return "logind does not tell whether the session is locked: notifications are shown and heard then too"
    }
    return isLocked
      ? "the session is locked: notifications wait"
      : "notifications wait while logind's LockedHint says that the session is locked"
  }

  /// Examines whether the decoder of notifications' pictures is confined, and which formats it cannot decode.
  static func examineDecoder(_ decoder: PictureDecoder) -> Finding {
    defer { decoder.rest() }
    let words =
      switch decoder.examine() {
      case .confined: "decoded by a process that can open no file and make no connection"
      case .unconfined: PictureDecoder.unconfinedWords
      case .unavailable(let reason): "cannot be decoded: \(reason)"
      }
    return Finding(
      section: "notification pictures",
      rows: [("pictures", words)] + PictureDecoder.missingLibraries().map { ("missing", $0) })
  }

  /// Starts the renderer that a bar would start.
  private static func examineGraphics(_ connection: Connection?, _ renderer: RendererFactory) -> Finding {
    var choice = RendererChoice(renderer)
    do {
      let graphics = try unsafe choice.start(connection?.nativeDisplay)
      defer { graphics.destroy() }
      let reasons = choice.rejections.map { "\($0.name): \($0.reason)" }
      return Finding(
        section: "graphics",
        rows: [
          ("renderer", graphics.name), ("drawn by", graphics.isSoftware ? "the CPU" : "the GPU"),
          (
            "because",
            reasons.isEmpty ? "it is the first choice of the settings" : reasons.joined(separator: "; ")
          ),
        ])
    } catch {
      return Finding(section: "graphics", rows: [("renderer", "\(error)")], isFatal: true)
    }
  }

  private static func examineFonts(_ settings: Settings) -> Finding {
    let engine = TextEngine()
    do {
      try engine.checkFonts()
      let used = engine.resolvedFont(for: settings.bar.font) ?? "none"
      return Finding(section: "fonts", rows: [(settings.bar.font, used)])
    } catch {
      return Finding(section: "fonts", rows: [(settings.bar.font, "\(error)")])
    }
  }

  private static func examineSettings(_ path: String?) -> (Settings, Finding) {
    guard let path = path ?? Settings.standardPath(Environment.value) else {
      return (
        Settings(), Finding(section: "settings", rows: [("file", "neither XDG_CONFIG_HOME nor HOME is set")])
      )
    }
    let contents = SettingsFile.named(path).load(isZone: LocalTime.isZone)
    var finding = Finding(section: "settings", rows: [("file", contents.file.path)])
    finding.rows.append(
      (
        "state",
        !contents.exists
          ? "does not exist: defaults"
          : contents.diagnostics.isEmpty ? "sound" : "\(contents.messages.count) to correct"
      ))
    for (number, message) in contents.messages.enumerated() {
      finding.rows.append(("\(number + 1)", message))
    }
    return (contents.settings, finding)
  }
}
