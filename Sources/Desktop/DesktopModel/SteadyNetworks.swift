/// The networks of a list that people look at: they keep their places while access points come, go and change their strengths.
public struct SteadyNetworks: Equatable, Sendable {
  /// The networks in the order in which they were heard first; those that are not heard any more are out of reach.
  public private(set) var networks: [WirelessNetwork] = []

  public init() {}

  /// Takes that a network is not saved any more, which nobody tells of one that is out of reach.
  public mutating func forget(_ id: String) {
    for index in networks.indices where networks[index].id == id { networks[index].saved = nil }
  }

  /// Takes the networks that are heard, in the order in which those that are new are added.
  public mutating func update(_ heard: [WirelessNetwork]) {
    let found = Dictionary(heard.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(networks.map(\.id))
    networks = networks.map { found[$0.id] ?? $0.outOfReach } + heard.filter { !known.contains($0.id) }
    while networks.count > WirelessNetwork.mostNetworks {
      networks.remove(at: networks.lastIndex { !$0.isInReach } ?? networks.count - 1)
    }
  }
}
