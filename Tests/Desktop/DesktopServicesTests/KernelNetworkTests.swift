import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// The network as the real kernel tells it, in a network of its own.
@Suite(.serialized)
struct KernelNetworkTests {
  let clock = ManualClock()
  let stage: BusStage
  let network: NetworkNamespace

  init() throws {
    stage = try BusStage(clock: clock)
    network = try NetworkNamespace(on: stage)
  }

  /// Makes an interface with an address and a default route.
  private func connect() throws {
    try network.run(
      """
      ip link add eth0 type veth peer name port0 && ip address add 192.168.7.2/24 dev eth0 && \
      ip link set port0 up && ip link set eth0 up && ip route add default via 192.168.7.1
      """)
  }

  @Test func `links, addresses and routes are followed as they change`() throws {
    var tellings = 0
    let kernel = KernelNetwork(loop: stage.loop, open: network.open) { tellings += 1 }
    try stage.wait("no connection") { kernel.status == NetworkStatus() }
    try connect()
    try stage.wait("the connection") {
      kernel.status?.state == .connected && kernel.status?.address == "192.168.7.2"
    }
    #expect(kernel.status?.kind == .ethernet && kernel.status?.interface == "eth0")
    try network.run("ip address del 192.168.7.2/24 dev eth0")
    try stage.wait("no address") { kernel.status?.state == .disconnected }
    try network.run("ip address add 192.168.7.2/24 dev eth0 && ip route add default via 192.168.7.9")
    try stage.wait("another gateway") {
      kernel.status?.state == .connected && kernel.status?.gateway == "192.168.7.9"
    }
    try network.run("ip address add 2001:db8::7/64 dev eth0 nodad")
    try stage.wait("another address") { kernel.status?.address6 == "2001:db8::7" }
    try network.run("ip route del default")
    try stage.wait("no way out") { kernel.status?.state == .disconnected }
    try network.run("ip route add default via 192.168.7.1 metric 5")
    try stage.wait("a way out") { kernel.status?.state == .connected }
    try network.run("ip link set port0 down")
    try stage.wait("no carrier") { kernel.status?.state == .disconnected }
    try network.run("ip link set port0 up")
    try stage.wait("a carrier") { kernel.status?.state == .connected }
    try network.run("ip link set eth0 down && ip link set eth0 up")
    try stage.wait("routes that have gone") { kernel.status?.state == .disconnected }
    try network.run("ip link del eth0")
    #expect(network.openings == 1)
    kernel.cancel()
  }

  @Test func `without Wi-Fi the kernel is asked nothing again`() throws {
    try connect()
    let kernel = KernelNetwork(loop: stage.loop, open: network.open) {}
    kernel.readsStrength = true
    try stage.wait("the connection") {
      kernel.status?.address == "192.168.7.2" && kernel.status?.state == .connected
    }
    let before = network.sockets
    for _ in 0..<60 {
      clock.advance(by: .seconds(60))
      stage.loop.serveWhatIsReady()
    }
    #expect(network.sockets == before)
    kernel.cancel()
  }

  @Test func `what there was no room for is asked for again`() throws {
    network.room = 1
    let kernel = KernelNetwork(loop: stage.loop, open: network.open) {}
    try stage.wait("no connection") { kernel.status != nil }
    try connect()
    // The loop does not run meanwhile.
    try network.run("for i in $(seq 200); do ip address add 10.1.$i.1/24 dev eth0 || exit 1; done")
    try network.run("ip route replace default via 192.168.7.3 && ip address del 192.168.7.2/24 dev eth0")
    try stage.wait("the last change") {
      kernel.status?.address == "10.1.1.1" && network.openings > 1
    }
    kernel.cancel()
  }

  @Test func `NetworkManager takes over while it runs, and the kernel when it has gone`() throws {
    try connect()
    let networks = Networks(stage.makeBus(), open: network.open)
    let observation = networks.observe {}
    try stage.wait("the kernel") { networks.status?.interface == "eth0" }
    var descriptors: Int?
    for round in 1...20 {
      let fake = FakeObjects(
        try stage.connect(), NetworkManagerNames.service, root: NetworkManagerNames.root,
        [
          NetworkManagerNames.manager: [
            NetworkManagerNames.service: ["State": .uint32(40), "ActiveConnections": .array(.objectPath, [])]
          ]
        ])
      try stage.wait("NetworkManager \(round)") { networks.status?.state == .connecting }
      fake.service.bus.close()
      try stage.wait("the kernel \(round)") { networks.status?.interface == "eth0" }
      let count = names(in: "/proc/self/fd").count
      if round == 3 { descriptors = count }
      // Tests of other suites have files open too; one kept in each round would be seventeen.
      #expect(count < (descriptors ?? count) + 10, "descriptors after \(round) rounds")
    }
    observation.cancel()
    #expect(networks.status == nil)
  }

  @Test func `a kernel that does not answer is told as nobody, and asked seldom`() throws {
    var asked = 0
    let networks = Networks(stage.makeBus()) { _, _ in
      asked += 1
      return nil
    }
    let observation = networks.observe {}
    #expect(networks.status == nil)
    for _ in 0..<600 {
      clock.advance(by: .seconds(1))
      stage.loop.serveWhatIsReady()
    }
    #expect((2...25).contains(asked))
    observation.cancel()
  }
}
