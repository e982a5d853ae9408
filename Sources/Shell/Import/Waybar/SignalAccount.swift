/// The signals that a bar waits for, and the programs that send them.
struct SignalAccount {
  private var awaited: [(signal: Int, module: String, place: SourcePlace)] = []
  private var sent: Set<Int> = []
  private var scripts: [(path: String, place: SourcePlace)] = []

  /// The most scripts that are looked into.
  private static let most = 64

  mutating func add(_ bar: BarConversion) {
    awaited += bar.awaited
    sent.formUnion(bar.sentSignals)
    // The programs for other daemons may be scripts themselves.
    scripts += bar.scripts.filter { script in
      script.path.split(separator: "/").last.flatMap { DaemonCall.Client(rawValue: String($0)) } == nil
    }
  }

  /// Tells what must send its signals to Hyaline from now on; `panel` is the command that opens the panel of a bell.
  func report(_ files: SourceFiles, panel: String?) -> ImportReport {
    var report = ImportReport()
    var known: Set<String> = []
    var inScripts: Set<Int> = []
    for script in scripts where known.insert(script.path).inserted && known.count <= Self.most {
      let path = files.expanded(script.path)
      guard path.hasPrefix("/"), let text = try? files.text(path) else { continue }
      for (index, line) in String(decoding: text, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline
      ).enumerated() where !line.trimmedSpace.hasPrefix("#") {
        let command = WaybarCommand(String(line))
        inScripts.formUnion(command.signals)
        let own = DaemonCommand(command.text, panel: panel)
        let place = SourcePlace(file: path, line: index + 1, column: 1)
        if let program = command.text == line ? own.daemon : "waybar" {
          let advice = ["write \"\(own.text.trimmedSpace)\""] + own.differences
          report.add(
            .warning, "this script controls \(program); \(advice.joined(separator: "; "))", at: place)
        } else if command.asksForWaybar {
          report.add(.warning, "this script looks for waybar, which may not run any more", at: place)
        }
        if let obstacle = own.obstacle { report.add(.warning, "this script \(obstacle)", at: place) }
      }
    }
    for wait in awaited where !sent.contains(wait.signal) && !inScripts.contains(wait.signal) {
      report.add(
        .approximated,
        "\(wait.module) waits for a signal; what sends it must run: pkill -RTMIN+\(wait.signal) hyaline",
        at: wait.place)
    }
    return report
  }
}
