/// A list of networks that keep their places while the user looks at it, although access points appear, disappear and
/// change their strengths.
public struct SteadyNetworks: Equatable, Sendable {
  /// The networks in the order in which they appeared; those that have disappeared are out of range.
  public private(set) var networks: [WirelessNetwork] = []

  public init() {}

  /// Marks a network as no longer saved, which NetworkManager does not report for a network out of range.
  public mutating func forget(_ id: String) {
    for index in networks.indices where networks[index].id == id { networks[index].saved = nil }
  }

  /// Updates the list for the networks in range; new ones are appended in their order.
  public mutating func update(_ heard: [WirelessNetwork]) {
    let found = Dictionary(heard.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(networks.map(\.id))
    networks = networks.map { found[$0.id] ?? $0.outOfReach } + heard.filter { !known.contains($0.id) }
    while networks.count > WirelessNetwork.mostNetworks {
      networks.remove(at: networks.lastIndex { !$0.isInReach } ?? networks.count - 1)
    }
  }
}
