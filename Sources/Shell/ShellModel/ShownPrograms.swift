import ModuleModel
import Settings

/// The icons of programs that modules have shown since they were started.
struct ShownPrograms: Equatable, Sendable {
  private var icons: [ModuleName: Set<[String]>] = [:]

  /// The number of icons above which a module's icons are forgotten: more than are shown at once, since identifiers
  /// of windows may differ each time.
  private static let most = 1024

  /// Records the icons of a module's reading; returns whether the module has not shown one of them before.
  mutating func take(_ reading: ModuleReading, of module: ModuleName) -> Bool {
    let (now, before) = (reading.programIcons, icons[module] ?? [])
    guard !now.isSubset(of: before) else { return false }
    icons[module] = before.count < Self.most ? before.union(now) : now
    return true
  }

  /// Forgets what a module has shown, as it has ended.
  mutating func forget(_ module: ModuleName) { icons[module] = nil }
}
