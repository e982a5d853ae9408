import Geometry
import Glibc
import HeadlessSession
import Loop
import Pictures

/// A desktop without a screen: sway, a wallpaper, windows of foot, and the bar and notifications above them.
public final class Demo {
  private static let size = PixelSize(width: 1920, height: 1080)

  private let interruption: Interruption
  private let renderer: String
  /// The folder of catalogues for the bar; nil: there is none.
  private let localeFolder: String?
  /// The settings of the bar.
  private let settings: String
  private let sway: HeadlessSway
  private let bus: PrivateBus
  private var programs: [HeadlessSession.SessionProcess] = []

  /// Starts the programs and returns once everything is shown; `renderer` is the setting of that name, `settings` the text
  /// of a settings file without it, nil: one of ours.
  public init(
    _ interruption: Interruption, renderer: String, settings: String? = nil, localeFolder: String? = nil
  ) throws {
    self.settings = settings ?? DemoWindow.barSettings
    self.interruption = interruption
    self.renderer = renderer
    self.localeFolder = localeFolder
    let missing = HeadlessSway.missingPackages(["sway", "swaybg", "foot", "grim", "dbus-daemon"])
    guard missing.isEmpty else { throw SessionError.missing(packages: missing) }
    sway = try HeadlessSway(
      output: "resolution \(Self.size.width)x\(Self.size.height)@60Hz position 0 0",
      configuration: DemoWindow.all.map(\.rule).joined(separator: "\n"))
    bus = try sway.startBus()
    do {
      try showWallpaper()
      // The bar's exclusive zone would push the windows away if it were opened after them.
      try startBar()
      try openWindows()
      try DemoNotification.send(
        DemoNotification.all(picture: sway.directory.file("wallpaper.png")), on: bus)
      // The glass must have captured the windows for some seconds.
      let seen = absorbedCaptures ?? 0
      let motion = Deadline(.seconds(5))
      try wait("the glass") {
        // A bar without glass captures nothing; one in motion does so only for a moment.
        (absorbedCaptures ?? 0) >= seen + 25 || isWithoutGlass && motion.hasPassed
      }
    } catch {
      stop()
      throw error
    }
  }

  /// Ends all programs; idempotent.
  public func stop() {
    for program in programs { program.stop() }
    bus.stop()
    sway.stop()
  }

  /// Writes a picture of the output, or of an area of it as grim takes it.
  public func takePicture(to path: String, area: String? = nil) throws {
    let format =
      try Picture.Format(path: path) == .jpeg ? ["-t", "jpeg", "-q", "85"] : ["-t", "png", "-l", "6"]
    let bytes = try sway.run(["grim"] + format + (area.map { ["-g", $0] } ?? []) + ["-"])
    try PrivateDirectory.write(bytes, to: path)
  }

  /// Instructions for looking at the running desktop from a terminal.
  public var instructions: String {
    let variables = ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "SWAYSOCK"]
      .map { "\($0)=\(sway.environment[$0] ?? "")" }.joined(separator: " ")
    return """
      It goes on until Ctrl-C. Take further pictures, or send commands to its sway, by:
        env \(variables) grim picture.png
        env \(variables) swaymsg -t get_tree
        env \(variables) \(ownName) snapshot \(snapshotPath)
      """
  }

  /// The path of a picture that the bar itself writes; the bar runs as `nobody` if this program runs as root.
  private var snapshotPath: String {
    Account.unprivileged.uid == geteuid() ? "bar.png" : "/tmp/hyaline-bar.png"
  }

  /// The name by which a shell in any directory can call this program, which need not be installed.
  private var ownName: String {
    let name = CommandLine.arguments.first ?? "hyaline"
    guard name.contains("/") else { return name }
    return
      "'\(absolutePath(name).split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }

  private func showWallpaper() throws {
    let path = try sway.directory.write([], to: "wallpaper.png")
    #if DEBUG
      // Tests need no detail, and without optimisation each pixel takes its time; swaybg enlarges it.
      let size = PixelSize(width: Self.size.width / 4, height: Self.size.height / 4)
    #else
      let size = Self.size
    #endif
    try Picture.writePNG(Landscape.draw(size), to: path)
    try sway.message("output", "*", "bg", path, "fill")
    // The middle of sway's own grey is far from any colour that the sky has there.
    try wait("the wallpaper") {
      // A capture is refused while the output still changes.
      let pixel = try? sway.run(["grim", "-t", "ppm", "-g", "10,300 1x1", "-"])
      return pixel.map { $0.suffix(3).max() != 63 } ?? false
    }
  }

  private func openWindows() throws {
    try sway.directory.write(DemoWindow.terminalSettings, to: "foot.ini")
    for window in DemoWindow.all {
      let script = try sway.directory.write(window.script, to: window.name + ".sh")
      programs.append(
        try sway.start(
          [
            "foot", "--config", sway.directory.file("foot.ini"), "--app-id", window.name,
            "--title", window.title,
            "--window-size-chars", "\(window.size.columns)x\(window.size.rows)",
          ] + window.options + ["sh", script], name: window.name))
    }
    try wait("the windows") {
      let tree = try sway.message("-t", "get_tree")
      return DemoWindow.all.allSatisfy { tree.text(after: "\"app_id\": \"\($0.name)\"") != nil }
    }
  }

  private func startBar() throws {
    let program = try sway.directory.copyProgram("/proc/self/exe", to: "hyaline")
    let settings = try sway.directory.write(
      "renderer = \"\(renderer)\"\n" + settings, to: "settings.toml")
    programs.append(
      try sway.start(
        [program, "run", "--settings", settings], name: "hyaline", environment: language))
    try wait("the live glass") {
      // The surface of a bar without glass has nothing to capture.
      isLive || isWithoutGlass
    }
  }

  /// The variables of the user's environment that set the language of the bar; the session has none of them.
  private var language: [String: String] {
    let names = ["LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_TIME", "LOCPATH"]
    let set = names.compactMap { name in environmentVariable(name).map { (name, $0) } }
    // The program runs from another place than the one that has the catalogues beside it.
    return Dictionary(uniqueKeysWithValues: set).merging(
      localeFolder.map { ["HYALINE_LOCALE_DIR": $0] } ?? [:]
    ) { own, _ in own }
  }

  /// The answer of the bar to `statistics`; nil while it does not answer.
  private var statistics: String? {
    let socket = sway.directory.file("hyaline-\(sway.environment["WAYLAND_DISPLAY"] ?? "").sock")
    return try? LineSocket(socket).exchange(#"{"command":"statistics"}"#)
  }

  /// Whether live glass is in use.
  private var isLive: Bool { statistics?.text(after: #""source":"live""#) != nil }

  /// Whether the bar needs no captures now.
  private var isWithoutGlass: Bool { statistics?.text(after: #""phase":"frozen""#) != nil }

  /// The number of captures that the glass has used.
  private var absorbedCaptures: Int? {
    guard let number = statistics?.text(after: #""absorbed":"#) else { return nil }
    return Int(number.prefix { $0.isNumber })
  }

  /// Waits until `isTrue`; throws when that takes too long, or when the user interrupts it.
  private func wait(
    _ awaited: String, until isTrue: () throws -> Bool
  ) throws {
    let isShown = try Deadline(.seconds(120)).wait {
      if interruption.isPending { throw SessionError.timeout(awaited: awaited, log: "interrupted") }
      if let ended = programs.first(where: { $0.poll() != nil }) {
        throw SessionError.failed([awaited], log: ended.logText)
      }
      return try isTrue()
    }
    guard isShown else { throw SessionError.timeout(awaited: awaited, log: programs.map(\.logText).joined()) }
  }
}
