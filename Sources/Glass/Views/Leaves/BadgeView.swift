import VisualEffects

/// A number in a capsule, which shows "99+" for numbers above 99.
public struct BadgeView: View {
  private let count: Int

  public init(_ count: Int) {
    self.count = count
  }

  public var body: ViewTree {
    Text(count > 99 ? "99+" : "\(count)").bold().leastWidth(.infinity).padding(horizontal: 6)
      .controlHeight(18, clearance: 2).frame(minWidth: 18)
      .background { Fill(.vibrant(.fill), cornerRadius: 100) }
      .accessibility(.text, label: "\(count)")
  }
}
