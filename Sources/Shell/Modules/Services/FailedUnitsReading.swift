import Localization
import ModuleModel

nonisolated extension ModuleReading {
  /// The reading of failed units; nil: there is no such manager of units.
  static func failedUnits(system: Int?, user: Int?) -> ModuleReading {
    if system == nil, user == nil {
      return .absent(localized("systemd does not run"), icon: "dialog-warning-symbolic")
    }
    let count = (system ?? 0) + (user ?? 0)
    let summary = localized(
      "\(count) service has failed", plural: "\(count) services have failed", count: count)
    return ModuleReading(
      [
        "count": .integer(count), "system": .integer(system ?? 0), "user": .integer(user ?? 0),
        "summary": .text(summary),
      ],
      icon: "dialog-warning-symbolic", states: count == 0 ? ["absent"] : ["failed"])
  }
}
