/// The power profiles of power-profiles-daemon, which trade speed for energy.
public struct PowerProfile: Equatable, Sendable {
  /// The profile in use, such as `balanced`.
  public var active: String
  /// The available profiles, which the daemon lists from the lowest power to the highest.
  public var names: [String]
  /// The reason why the machine is slower than the profile `performance` promises; empty if it is not.
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

  /// The profile after the one in use, or the first after the last; nil if there is no other.
  public var next: String? {
    guard names.count > 1 else { return nil }
    let index = names.firstIndex(of: active) ?? names.count - 1
    return names[(index + 1) % names.count]
  }
}
