import Control
import LiveGlass
import Loop
import ShellModel
import ShellSurfaces
import Toml

/// The control socket, whose requests are answered for the present state of the program.
final class ControlServing {
  private let model: Model
  private let surfaces: Surfaces
  private let modules: ModuleServing
  private let notifications: NotificationServing
  private let settings: SettingsFollower
  /// The writer of the pictures that the command `snapshot` requests.
  private let snapshots: SnapshotWriter
  private var server: ControlServer?

  /// Begins to serve. Throws if another instance runs.
  init(
    _ address: ControlAddress, _ model: Model, surfaces: Surfaces, modules: ModuleServing,
    notifications: NotificationServing, settings: SettingsFollower
  ) throws(ControlError) {
    (self.model, self.surfaces, self.modules) = (model, surfaces, modules)
    (self.notifications, self.settings) = (notifications, settings)
    snapshots = SnapshotWriter(loop: model.loop)
    server = try ControlServer(address, loop: model.loop) { [unowned self] in answers.answer($0, $1) }
  }

  /// Removes the socket, and ends the writing of pictures; idempotent.
  func close() {
    server?.close()
    snapshots.stop()
  }

  private var answers: ControlAnswers {
    let bars = BarAnswers(
      model: model, bars: surfaces.bars.bars, focusedOutput: surfaces.focusedOutput,
      sources: modules.sources, uses: modules.uses)
    return ControlAnswers(
      bars: bars, surfaces: { [surfaces] in surfaces.report },
      picture: { try ($0 as? Bar)?.surface?.snapshot() }, snapshots: snapshots,
      notifications: { [notifications] in notifications.answer($0, $1) },
      reload: { [settings] answer in settings.load(then: answer) },
      settingsPath: settings.file.path, settingsLoads: settings.loads)
  }
}
