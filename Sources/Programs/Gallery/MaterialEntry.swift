public import VisualEffects

/// A material that a gallery shows once, with all styles that produce it.
public struct MaterialEntry: Equatable, Sendable {
  public var material: Material
  /// The styles that produce the material: first the adaptive one, then the others that look the same.
  public var styles: [BlurEffect.Style]

  /// All light or all dark materials: the system's from thin to chrome, then those for banners, the traditional ones
  /// and `legible`.
  public static func all(isDark: Bool) -> [MaterialEntry] {
    let styles = BlurEffect.Style.allCases
    let ordered =
      styles.filter { $0.rank == 0 } + styles.filter { $0.rank == 1 } + styles.filter { $0.rank == 2 }
    var entries: [MaterialEntry] = []
    for style in ordered {
      let material = Material(style, isDark: isDark)
      // Styles that do not adapt are shown with the appearance that they are made for.
      guard material.isDark == isDark else { continue }
      if let index = entries.firstIndex(where: { $0.material == material }) {
        entries[index].styles.append(style)
      } else {
        entries.append(MaterialEntry(material: material, styles: [style]))
      }
    }
    return entries
  }
}

extension BlurEffect.Style {
  fileprivate var rank: Int {
    rawValue.hasPrefix("system") ? 0 : rawValue.hasPrefix("notification") ? 1 : 2
  }
}
