import DBus
import DesktopServices
import Loop
import ModuleModel
import Modules
import Settings
import ShellModel
import ShellSurfaces

/// Runs the sources of modules and the commands of the settings, and performs the actions of modules.
final class ModuleServing {
  /// The sources of the modules that run.
  private(set) var sources: [ModuleName: any ModuleSource] = [:]
  private let model: Model
  private let desktop: Desktop
  private let surfaces: Surfaces
  private let notificationFacts: NotificationFacts
  /// The services that the sources share, and that levels and notifications use too.
  private(set) lazy var services = ModuleServices(
    loop: model.loop, compositor: desktop.compositor, idleness: desktop.idleness, buses: desktop.buses,
    notifications: notificationFacts)
  private lazy var requests = ModuleRequests(
    run: { [unowned self] command, module in uses.run(command, of: module) },
    requestToken: { [surfaces] answer in surfaces.requestToken(for: nil, answer: answer) },
    showMenu: { [unowned self] module, item, entry, contact in
      uses.showMenu(of: module, item, at: entry, for: contact)
    })
  private lazy var commands = ModuleCommands(loop: model.loop) { [desktop] process, unit, completion in
    guard let bus = desktop.sessionBus else { return completion() }
    bus.move(process, toScope: unit, then: completion)
  } onEnd: { [unowned self] module in
    (sources[module] as? any FollowsCommands)?.commandEnded()
  } report: {
    Log.warning($0)
  }
  /// Performs the actions of modules for gestures.
  private(set) lazy var uses = ModuleUses(
    model: model, bars: { [surfaces] in surfaces.bars.bars }, source: { [unowned self] in sources[$0] },
    runCommand: { [unowned self] in commands.run($0, of: $1, environment: $2, isFollowed: $3) },
    requestToken: { [surfaces] in surfaces.requestToken(for: $0, answer: $1) },
    showLevel: { [surfaces] in surfaces.show($0) })
  private let late: LateStarts
  /// Whether bars are seen, as it was reported last to the sources.
  private var barsAreSeen = true

  /// Creates the object without a source.
  init(_ model: Model, _ desktop: Desktop, _ surfaces: Surfaces, notificationFacts: NotificationFacts) {
    (self.model, self.desktop, self.surfaces) = (model, desktop, surfaces)
    self.notificationFacts = notificationFacts
    late = LateStarts(model.loop)
  }

  /// Starts the source of a module, whose readings become events; one that asks services waits until a bar is on the screen.
  func start(_ module: ModuleName, _ settings: AnySourceSettings) {
    if settings.asksServices {
      late.run(for: module) { [unowned self] in startNow(module, settings) }
    } else {
      startNow(module, settings)
    }
  }

  private func startNow(_ module: ModuleName, _ settings: AnySourceSettings) {
    let outlet = ModuleOutlet(
      of: module, report: { Log.warning("\(module): \($0)") },
      onCommandEnd: { [model] in model.take(.commandEnded(module, refusal: $0)) },
      deliver: { [model] in model.take(.moduleReadingChanged(module, $0)) })
    sources[module] = settings.makeSource(
      ModuleStart(outlet: outlet, services: services, requests: requests))
    if !barsAreSeen { (sources[module] as? any FollowsBars)?.barsAreSeen(false) }
  }

  /// Stops the source of a module.
  func stop(_ module: ModuleName) {
    late.drop(module)
    sources.removeValue(forKey: module)?.stop()
  }

  /// Notes that a bar is on the screen, after which sources may ask services.
  func barWasShown() { late.barWasShown() }

  /// Sets which times of a clock are visible.
  func showTimes(_ times: [String], of module: ModuleName) {
    (sources[module] as? any ShowsTimes)?.showTimes(times)
  }

  /// Refreshes the modules whose settings name the signal SIGRTMIN+`number`.
  func signalled(_ number: Int) {
    for case let source as any HearsSignals in sources.values { source.signalled(number) }
  }

  /// Reports to the sources whether any bar is seen, and whether a bar uses the keyboard, so that no window has it.
  func followBars(areSeen: Bool, useKeyboard: Bool) {
    if areSeen != barsAreSeen {
      barsAreSeen = areSeen
      services.barsAreSeen(areSeen)
      for case let source as any FollowsBars in sources.values { source.barsAreSeen(areSeen) }
    }
    services.barsUseKeyboard(useKeyboard)
  }

  /// Stops all sources; idempotent.
  func close() {
    late.cancel()
    for source in sources.values { source.stop() }
    sources = [:]
  }
}
