public import DBusValues

/// What the machine trades speed for, as power-profiles-daemon tells it.
public struct PowerProfile: Equatable, Sendable {
  /// The profile in use, such as `balanced`.
  public var active: String
  /// The profiles that there are, from the thriftiest.
  public var names: [String]
  /// Why the machine is slower than the profile `performance` promises; empty: it is not.
  public var degradation: String

  /// The properties of the daemon's object that are read.
  public static let propertyNames: Set<String> = ["ActiveProfile", "PerformanceDegraded", "Profiles"]

  /// Reads the properties of the daemon's object; nil if they name no profile.
  public init?(properties: [String: DBusValue]) {
    guard let active = properties["ActiveProfile"]?.string, !active.isEmpty else { return nil }
    self.active = active
    names = (properties["Profiles"]?.elements ?? []).prefix(16).compactMap { $0.options?["Profile"]?.string }
    degradation = properties["PerformanceDegraded"]?.string ?? ""
  }

  /// The profile after the one in use, and after the last the first; nil: there is no other.
  public var next: String? {
    guard names.count > 1 else { return nil }
    let index = names.firstIndex(of: active) ?? names.count - 1
    return names[(index + 1) % names.count]
  }
}
