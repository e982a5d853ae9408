import BarSurfaces
import BarUI
import LiveGlass
import Loop
import ModuleModel
import Modules
import Settings
import ShellModel

/// Performs the actions that modules have for gestures, of an input or of a command.
struct ModuleUses {
  let app: App

  /// Performs the action of a module, or of its item, for a gesture; returns false if it has none.
  ///
  /// `place` is the module's place on the bar where the input was; nil for a command.
  func perform(
    _ module: ModuleName, _ item: String?, _ gesture: ModuleGesture, on output: String, surface: LiveSurface?,
    place: BarItem? = nil
  ) -> Bool {
    guard let shown = app.state.shown(module, on: output) else { return false }
    let part = item.map { id in shown.items.first { $0.id == id } } ?? shown
    switch part?.actions[gesture] {
    case nil: return false
    case .command(let command)?:
      run(command, module, item, gesture, on: output, surface: surface)
    case .builtIn(ActionSummary.toggleFormat)?: app.take(.formatToggled(module))
    case .builtIn(ActionSummary.refresh)?: app.sources[module]?.refresh()
    case .builtIn(ActionSummary.calendar)?: toggleCalendar(of: module, surface: surface, place: place)
    case .builtIn(let name)?:
      let bar = surface.flatMap { surface in app.bars.first { $0.surface === surface } }
      let contact = bar?.contact(gesture, with: module, item: item, at: place)
      app.sources[module]?.perform(name, item: item, by: contact ?? ModuleContact(gesture))
    }
    return true
  }

  /// Toggles the calendar of a clock, at `place` or at the module's first place on the bar.
  private func toggleCalendar(of module: ModuleName, surface: LiveSurface?, place: BarItem?) {
    guard let surface, let bar = app.bars.first(where: { $0.surface === surface }),
      let item = place ?? bar.place(of: module)
    else { return }
    let calendar = CalendarPopup(
      today: LocalCalendar.day(at: app.loop.wallTime.seconds), words: LocalCalendar.words(),
      rule: LocalCalendar.weekRule())
    bar.toggleCalendar(calendar, at: item)
  }

  private func run(
    _ command: [String], _ module: ModuleName, _ item: String?, _ gesture: ModuleGesture, on output: String,
    surface: LiveSurface?
  ) {
    var environment = ["HYALINE_OUTPUT": output, "HYALINE_MODULE": "\(module)"]
    environment["HYALINE_ITEM"] = item
    let start = { [commands = app.commands] (token: String?) in
      environment["XDG_ACTIVATION_TOKEN"] = token
      commands.run(command, of: module, environment: environment)
    }
    // Compositors give activation tokens for clicks, touches and keys only.
    guard let session = app.session, let surface, !gesture.isScroll else { return start(nil) }
    session.requestActivationToken(surface: surface, applicationID: nil, answer: start)
  }
}

extension ModuleGesture {
  fileprivate var isScroll: Bool { [.scrollUp, .scrollDown, .scrollLeft, .scrollRight].contains(self) }
}
