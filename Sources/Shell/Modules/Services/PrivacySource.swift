import DesktopModel
import DesktopServices
import Localization
import Loop
import ModuleModel
import Settings
import TextProcessing

extension PrivacySettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    PrivacySource(
      settings: self, server: start.services.media, location: start.services.location, outlet: start.outlet)
  }
}

/// Shows which programs use a camera, a microphone or the picture of the screen, and whether one asks for the place of the
/// machine.
final class PrivacySource: Refreshes {
  private let shown: ObservingSource
  private let server: PipeWireMonitor
  private var locations: Observation?

  init(
    settings: PrivacySettings, server: PipeWireMonitor, location: LocationUse, outlet: ModuleOutlet
  ) {
    self.server = server
    var locations: Observation?
    let reading = {
      let isLocated = location.isInUse
      if let failure = server.failure, !isLocated {
        return outlet.failure(failure, words: localized("The library of PipeWire cannot be loaded."))
      }
      guard server.isConnected || isLocated else { return .absent(localized("PipeWire does not run")) }
      let use = server.use.without { name in settings.ignored.contains { $0.matches(name) } }
      return use.reading(isLocated: isLocated)
    }
    shown = ObservingSource(
      outlet: outlet,
      observe: { handler in
        locations = location.observe(handler)
        return server.observe(handler)
      }, reading: reading)
    self.locations = locations
  }

  func stop() {
    locations.end()
    shown.stop()
  }

  func refresh() { server.look() }
}

nonisolated extension MediaUse {
  /// An item for each thing that is used; what is not used takes no room.
  func reading(isLocated: Bool = false) -> ModuleReading {
    let uses: [(name: String, title: String, users: Users, icon: ModuleIcon)] = [
      (
        "camera", localized("Camera"), camera,
        ModuleIcon("camera-web-filled-symbolic", or: "camera-web-symbolic")
      ),
      (
        "microphone", localized("Microphone"), microphone,
        ModuleIcon("audio-input-microphone-filled-symbolic", or: "audio-input-microphone-symbolic")
      ),
      (
        "screen", localized("Screen"), screen,
        ModuleIcon("screen-shared-filled-symbolic", or: "screen-shared-symbolic")
      ),
    ]
    var items = uses.filter { !$0.users.isEmpty }.map { use in
      let names = use.users.names.listed()
      return ItemReading(
        id: use.name,
        [
          "use": .text(use.name), "apps": .text(names),
          "summary": .text(names.isEmpty ? localized("\(use.title) in use") : "\(use.title): \(names)"),
        ], icon: use.icon, states: [use.name])
    }
    if isLocated { items.append(Self.locationItem) }
    var all: [String] = []
    for name in uses.flatMap(\.users.names) where !all.contains(name) { all.append(name) }
    var fields = ["applications": FieldValue.text(all.listed())]
    for use in uses { fields[use.name] = .text(use.users.names.listed()) }
    fields["location"] = .bool(isLocated)
    return ModuleReading(fields, states: items.isEmpty ? ["absent"] : [], items: items)
  }

  /// The item for the place of the machine; GeoClue does not tell who asks for it.
  private static var locationItem: ItemReading {
    let title = localized("Location")
    return ItemReading(
      id: "location",
      ["use": .text("location"), "apps": .text(""), "summary": .text(localized("\(title) in use"))],
      icon: "location-services-active-symbolic", states: ["location"])
  }
}
