import ModuleModel
import Settings

/// The icons of programs that modules have shown since they were started.
struct ShownPrograms: Equatable, Sendable {
  private var icons: [ModuleName: Set<[String]>] = [:]

  /// More icons than are shown at once; identifiers of windows are others each time, for days.
  private static let most = 1024

  /// Takes a reading of a module; returns whether it has an icon that the module has not shown before.
  mutating func take(_ reading: ModuleReading, of module: ModuleName) -> Bool {
    let (now, before) = (reading.programIcons, icons[module] ?? [])
    guard !now.isSubset(of: before) else { return false }
    icons[module] = before.count < Self.most ? before.union(now) : now
    return true
  }

  /// Forgets what a module has shown, as it has ended.
  mutating func forget(_ module: ModuleName) { icons[module] = nil }
}
