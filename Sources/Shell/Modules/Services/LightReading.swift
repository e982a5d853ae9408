import DesktopModel
import Localization
import ModuleModel

/// The reading of a light that can be dimmed.
nonisolated extension LightLevel {
  static func reading(_ level: LightLevel?, icon: String) -> ModuleReading {
    guard let level else {
      return .absent(localized("There is no light that can be dimmed"), icon: ModuleIcon(icon))
    }
    return ModuleReading(
      ["percent": .integer(level.percent, .percent), "device": .text(level.name)], icon: ModuleIcon(icon))
  }
}
