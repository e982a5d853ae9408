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
      module: start.module, settings: self, server: start.services.media, outlet: start.outlet)
  }
}

/// Shows which programs use a camera, a microphone or the picture of the screen.
final class PrivacySource: Refreshes {
  private let shown: ObservingSource
  private let server: PipeWireMonitor

  init(module: ModuleName, settings: PrivacySettings, server: PipeWireMonitor, outlet: ModuleOutlet) {
    self.server = server
    shown = ObservingSource(outlet: outlet, observe: server.observe) {
      if let failure = server.failure { return .failure("\(module): \(failure)") }
      guard server.isConnected else { return .absent(localized("PipeWire does not run")) }
      return server.use.without { name in settings.ignored.contains { $0.matches(name) } }.reading
    }
  }

  func stop() { shown.stop() }

  func refresh() { server.look() }
}

nonisolated extension MediaUse {
  /// An item for each thing that is used; what is not used takes no room.
  var reading: ModuleReading {
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
    let items = uses.filter { !$0.users.isEmpty }.map { use in
      let names = use.users.names.joined(separator: ", ")
      return ItemReading(
        id: use.name,
        [
          "use": .text(use.name), "apps": .text(names),
          "summary": .text(names.isEmpty ? localized("\(use.title) in use") : "\(use.title): \(names)"),
        ], icon: use.icon, states: [use.name])
    }
    var all: [String] = []
    for name in uses.flatMap(\.users.names) where !all.contains(name) { all.append(name) }
    var fields = ["applications": FieldValue.text(all.joined(separator: ", "))]
    for use in uses { fields[use.name] = .text(use.users.names.joined(separator: ", ")) }
    return ModuleReading(fields, states: items.isEmpty ? ["absent"] : [], items: items)
  }
}
