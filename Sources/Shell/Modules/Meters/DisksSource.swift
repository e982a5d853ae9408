import BarUI
import Loop
import ModuleModel
import Settings

/// A module that shows several file systems, each as an item. One that cannot be read has none, unless that is so of all.
final class DisksSource: Refreshes, HasPanel {
  private let paths: [String]
  private let outlet: ModuleOutlet
  private var sources: [MeterSource] = []
  /// The last readings, in the order of the paths; nil before the first.
  private var readings: [ModuleReading?]

  init(settings: MeterSettings, meters: Meters, outlet: ModuleOutlet) {
    paths = settings.paths.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.outlet = outlet
    readings = Array(repeating: nil, count: paths.count)
    for (place, path) in paths.enumerated() {
      let own = MeterSettings(
        .disk(path: path), interval: settings.interval, showsPressure: settings.showsPressure)
      sources.append(
        MeterSource(
          settings: own, meters: meters,
          outlet: ModuleOutlet(of: outlet.module) { [unowned self] in take($0, at: place) }))
    }
  }

  func stop() {
    for source in sources { source.stop() }
    outlet.close()
  }

  func refresh() { for source in sources { source.refresh() } }

  /// The panel of an item: its file system first, and below it those of the other items.
  func panel(of item: String?) -> ControlPanel? {
    guard let own = source(of: item) else { return nil }
    return own.panel(beside: sources.filter { $0 !== own }.compactMap(\.fields))
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    source(of: item)?.openPanel(of: nil, onChange: onChange)
  }

  /// The source of an item, or the first that could be read.
  private func source(of item: String?) -> MeterSource? {
    let place = item.flatMap { paths.firstIndex(of: $0) }
    return (place ?? readings.firstIndex { $0 != nil && $0?.failure == nil }).map { sources[$0] }
  }

  private func take(_ reading: ModuleReading, at place: Int) {
    readings[place] = reading
    let items = zip(paths, readings).compactMap { path, reading -> ItemReading? in
      guard let reading, reading.failure == nil else { return nil }
      return ItemReading(id: path, reading.fields, icon: reading.icon)
    }
    if items.isEmpty, !readings.contains(nil), let failed = readings.first, let failed {
      return outlet.show(failed)
    }
    if !items.isEmpty { outlet.show(ModuleReading(items: items)) }
  }
}
