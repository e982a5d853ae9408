import DesktopModel
import Localization

nonisolated extension PowerDevice.Kind {
  /// The name of the kind for the user.
  var words: String {
    switch self {
    case .laptop: localized("Battery")
    case .ups: localized("Uninterruptible power supply")
    case .mouse: localized("Mouse")
    case .keyboard: localized("Keyboard")
    case .phone: localized("Phone")
    case .tablet: localized("Tablet")
    case .headset: localized("Headset")
    case .headphones: localized("Headphones")
    case .speakers: localized("Speakers")
    case .gamepad: localized("Gamepad")
    case .pen: localized("Pen")
    case .touchpad: localized("Touchpad")
    case .watch: localized("Watch")
    case .other: localized("Device")
    }
  }
}

nonisolated extension PowerDevice.Level {
  /// The level as a part of a sentence.
  var words: String {
    switch self {
    case .critical: localized("critical", context: "charge")
    case .low: localized("low", context: "charge")
    case .normal: localized("normal", context: "charge")
    case .high: localized("high", context: "charge")
    case .full: localized("full")
    }
  }
}

nonisolated extension PowerProfile {
  /// The name of a profile for the user; names that are not known have spaces in place of dashes.
  static func words(_ name: String) -> String {
    switch name {
    case "power-saver": localized("Power saver")
    case "balanced": localized("Balanced")
    case "performance": localized("Performance")
    default: name.split(separator: "-").joined(separator: " ").capitalizedSentence
    }
  }

  /// The reason for which the performance is reduced, as a part of a sentence.
  static func words(ofReason reason: String) -> String {
    switch reason {
    case "lap-detected": localized("the machine lies on a lap")
    case "high-operating-temperature": localized("the machine is hot")
    default: reason.split(separator: "-").joined(separator: " ").lowercased()
    }
  }
}
