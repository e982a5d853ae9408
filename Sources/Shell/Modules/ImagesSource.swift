import Loop
import ModuleModel
import Settings

/// The paths of several pictures, told anew whenever one of the files changes. A picture whose file system does not answer is
/// left out.
final class ImagesSource: FollowsBars, FollowsCommands, HearsSignals {
  private let outlet: ModuleOutlet
  private var sources: [ImageSource] = []
  /// The last readings, in the order of the pictures; nil before the first.
  private var readings: [ModuleReading?]

  /// Begins to tell the paths.
  init(settings: ImageSettings, loop: EventLoop, outlet: ModuleOutlet) {
    self.outlet = outlet
    var all = settings.paths.map { path in
      var own = settings
      (own.path, own.paths, own.command) = (path, [], nil)
      return own
    }
    if settings.path != nil || settings.command != nil {
      var first = settings
      first.paths = []
      all.insert(first, at: 0)
    }
    readings = Array(repeating: nil, count: all.count)
    for (place, own) in all.enumerated() {
      let part = ModuleOutlet(of: outlet.module, report: outlet.report) { [unowned self] in
        take($0, at: place)
      }
      sources.append(ImageSource(settings: own, loop: loop, outlet: part))
    }
  }

  func stop() {
    for source in sources { source.stop() }
    outlet.close()
  }

  func refresh() { for source in sources { source.refresh() } }

  func barsAreSeen(_ areSeen: Bool) { for source in sources { source.barsAreSeen(areSeen) } }

  func commandEnded() { for source in sources { source.commandEnded() } }

  var signal: Int? { sources.first?.signal }

  private func take(_ reading: ModuleReading, at place: Int) {
    readings[place] = reading
    let shown = readings.compactMap(\.self).filter { $0.failure == nil }
    if shown.isEmpty, reading.failure != nil { return outlet.show(reading) }
    var fields: [String: FieldValue] = [:]
    for (place, reading) in shown.enumerated() {
      for (name, value) in reading.fields { fields[ImageSettings.field(name, place)] = value }
    }
    outlet.show(ModuleReading(fields))
  }
}
