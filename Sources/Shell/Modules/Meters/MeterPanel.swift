import BarUI
import Localization
import ModuleModel
import Settings

/// The panel of a meter: its value, graphs of the last minutes, and the programs that use most.
nonisolated struct MeterPanel {
  var subject: MeterSettings.Subject
  /// The fields of the last reading.
  var fields: [String: FieldValue]
  /// The last values, parts of the height of a graph, the latest last.
  var past: [Double?]
  /// The last rates of sending of a network meter.
  var sent: [Double?]
  var programs: ProgramUses
  /// The fields of other file systems, which the panel of a file system has as well.
  var others: [[String: FieldValue]] = []
  /// The traffic of the disks, for the panel of a file system.
  var traffic = DiskTraffic()
  /// The temperature of the processor, for its panel; nil: it is not known.
  var celsius: Double?

  /// The number of programs that are listed.
  private static let most = 5

  var panel: ControlPanel {
    switch subject {
    case .cpu: ControlPanel("", rows: processor)
    case .memory: ControlPanel("", rows: memory)
    case .disk: ControlPanel("", rows: disks)
    case .load: ControlPanel("", rows: load)
    case .temperature:
      ControlPanel(
        "",
        rows: [
          summary(
            localized("Temperature"), figure: words("celsius", digits: 0) + " °C", detail: words("sensor")),
          graph(past),
        ])
    case .rates: ControlPanel("", rows: rates)
    }
  }

  private var processor: [ControlPanel.Row] {
    var details = [cores]
    if fields["frequency"] != nil { details.append(words("frequency", digits: 1) + " GHz") }
    if let celsius { details.append(FieldValue.real(celsius, .celsius).words(digits: 0) + " °C") }
    return [
      summary(localized("Processor"), figure: percent("percent"), detail: details.localizedLine()),
      graph(past),
    ] + busiest
  }

  private var memory: [ControlPanel.Row] {
    var rows = [
      summary(
        localized("Memory"), figure: percent("percent"),
        detail: localized("\(words("used")) of \(words("total")) in use"),
        part: "percent"), graph(past),
    ]
    if let total = fields["swap_total"]?.number, total > 0 {
      rows.append(
        summary(
          localized("Swap"), id: "swap", figure: percent("swap_percent"),
          detail: localized("\(words("swap_used")) of \(words("swap_total")) in use"),
          part: "swap_percent"))
    }
    return rows
      + list(programs.largest(Self.most).map { ($0.name, FieldValue.integer($0.bytes, .bytes).words()) })
  }

  private var disks: [ControlPanel.Row] {
    [fileSystem("value")] + fileSystems + transfers
      + list(traffic.busiest(Self.most).map { ($0.name, Self.rate($0.rate)) })
  }

  /// The rows of the other file systems.
  private var fileSystems: [ControlPanel.Row] {
    others.map { fields in
      var other = self
      other.fields = fields
      return other.fileSystem("file system \(other.words("path"))")
    }
  }

  /// The row of a file system. Its share is that of df, which leaves out the space that is reserved for root, and so does the size in
  /// the text.
  private func fileSystem(_ id: String) -> ControlPanel.Row {
    let used = bytes("used")
    let whole = FieldValue.integer(used + min(bytes("free"), max(0, bytes("total") - used)), .bytes)
    return summary(
      words("path"), id: id, figure: localized("\(words("free")) free"),
      detail: localized("\(words("used")) of \(whole.words()) in use"),
      part: "percent")
  }

  /// The rows of what all disks together read and write; none if there is no disk.
  private var transfers: [ControlPanel.Row] {
    guard let total = traffic.total else { return [] }
    func rows(_ id: String, _ title: String, _ rates: [Double?], _ bytes: UInt64) -> [ControlPanel.Row] {
      let bytes = FieldValue.integer(Int(clamping: bytes), .bytes).words()
      return [
        summary(
          title, id: id, figure: Self.rate((rates.last ?? nil) ?? 0),
          detail: localized("\(bytes) since the start")),
        graph(MeterReading.parts(rates), id: "\(id)-graph"),
      ]
    }
    return rows("read", localized("Read", context: "disk"), traffic.reads, total.read)
      + rows("written", localized("Written", context: "disk"), traffic.writes, total.written)
  }

  private static func rate(_ bytes: Double) -> String {
    FieldValue.integer(Int(min(max(bytes, 0), 1e15).rounded()), .bytesPerSecond).words()
  }

  private var load: [ControlPanel.Row] {
    let averages = [
      ("load1", localized("1 minute")), ("load5", localized("5 minutes")),
      ("load15", localized("15 minutes")),
    ]
    return [summary(localized("Load"), figure: words("load1", digits: 2), detail: cores), graph(past)]
      + averages.map { name, label in
        ControlPanel.Row(name, .figure(label, words(name, digits: 2)))
      } + busiest
  }

  private var rates: [ControlPanel.Row] {
    [
      summary(
        localized("Received"), id: "down", figure: words("down"),
        detail: localized("\(words("received")) since the start")),
      graph(past, id: "down-graph"),
      summary(
        localized("Sent"), id: "up", figure: words("up"),
        detail: localized("\(words("sent")) since the start")),
      graph(sent, id: "up-graph"),
    ]
  }

  private var busiest: [ControlPanel.Row] {
    list(
      programs.busiest(Self.most).map { program in
        let share = 100 * (program.share ?? 0)
        return (program.name, localized("\(FieldValue.real(share).words(digits: share < 10 ? 1 : 0))%"))
      })
  }

  /// The list of programs with a figure each; none if there are no programs.
  private func list(_ programs: [(String, String)]) -> [ControlPanel.Row] {
    if programs.isEmpty { return [] }
    return [ControlPanel.Row("programs", .heading(localized("Programs")))]
      + programs.map { name, figure in ControlPanel.Row("program \(name)", .figure(name, figure)) }
  }

  private var cores: String {
    let count = Int(fields["cores"]?.number ?? 1)
    return localized("\(count) core", plural: "\(count) cores", count: count)
  }

  private func summary(
    _ title: String, id: String = "value", figure: String, detail: String, part: String? = nil
  ) -> ControlPanel.Row {
    let meter = part.flatMap { fields[$0]?.number }.map { value in
      ControlPanel.Summary.Meter(percent: Int(value), isCritical: value >= 90)
    }
    return ControlPanel.Row(id, .summary(.init(title: title, figure: figure, detail: detail, meter: meter)))
  }

  private func graph(_ values: [Double?], id: String = "graph") -> ControlPanel.Row {
    ControlPanel.Row(id, .graph(values))
  }

  private func percent(_ field: String) -> String { localized("\(words(field))%") }

  private func bytes(_ field: String) -> Int {
    if case .integer(let bytes, _)? = fields[field] { max(0, bytes) } else { 0 }
  }

  private func words(_ field: String, digits: Int? = nil) -> String {
    fields[field]?.words(digits: digits) ?? ""
  }
}
