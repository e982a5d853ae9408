import DesktopModel
import Geometry
import Loop

/// The network connection as the kernel reports it, for machines without a service that manages networks.
@MainActor final class KernelNetwork: Cancellable {
  /// The status; nil if the kernel has not answered yet, or refuses.
  private(set) var status: NetworkStatus?
  /// Whether the strength of a wireless connection is read periodically, since the kernel does not report its changes.
  var readsStrength = false { didSet { if readsStrength != oldValue { planStrength() } } }
  private let loop: EventLoop
  private let open: NetlinkSocket.Opening
  private let onChange: () -> Void
  /// A handler of changes of any interface; nil if there is none.
  var onAnyChange: (() -> Void)?
  private var table = LinkTable()
  private var socket: NetlinkSocket?
  /// Whether the table has been filled by the answers to all requests.
  private var isWhole = false
  private var restart: Timer?
  /// The pause before all requests are repeated, which grows with each failure without a complete answer between them.
  private var backoff = KernelNetwork.delays
  private var wireless: WirelessReader?
  private var connections: [UInt32: WirelessLink] = [:]
  private var running: [UInt32] = []
  private var strengthTimer: Timer?

  private static let delays = Backoff(from: .milliseconds(200))
  /// The time between two readings of the strength, which changes as people move.
  private static let strengthInterval = Duration.seconds(10)

  /// Whether the kernel may still answer the first requests.
  var isWaiting: Bool { status == nil && backoff == Self.delays }

  /// Starts sending requests; `onChange` is called after changes, and if the kernel does not answer.
  init(
    loop: EventLoop, open: @escaping NetlinkSocket.Opening = NetlinkSocket.open,
    onChange: @escaping () -> Void
  ) {
    (self.loop, self.open, self.onChange) = (loop, open, onChange)
    begin()
  }

  isolated deinit { cancel() }

  /// Stops following; idempotent.
  func cancel() {
    socket.end()
    wireless.end()
    restart?.cancel()
    strengthTimer?.cancel()
  }

  // MARK: - Links, addresses and routes

  /// Requests everything. The former status is shown until all answers are complete.
  private func begin() {
    (table, isWhole) = (LinkTable(), false)
    guard let endpoint = open(NetlinkSocket.routes, LinkTable.groups) else { return beginAgain() }
    let socket = NetlinkSocket(
      endpoint, loop: loop,
      onEvent: { [unowned self] message in if table.update(message), isWhole { settle() } },
      onLoss: { [unowned self] in beginAgain() })
    self.socket = socket
    for (number, request) in LinkTable.requests.enumerated() {
      socket.ask(
        request, each: { [unowned self] in _ = table.update($0) },
        done: { [unowned self] isAnswered in
          guard isAnswered else { return beginAgain() }
          guard number == LinkTable.requests.count - 1 else { return }
          isWhole = true
          backoff.reset()
          settle()
        })
    }
  }

  private func beginAgain() {
    socket?.cancel()
    isWhole = false
    restart?.cancel()
    let pause = backoff.next()
    restart = loop.schedule(at: loop.now + pause, tolerance: pause / 4) { [unowned self] in
      socket = nil
      begin()
    }
    // The handler comes last, because it may close this object.
    if status == nil { onChange() }
  }

  private func settle() {
    if table.running != running {
      running = table.running
      readWireless()
    }
    show()
  }

  /// The status of the interfaces that the filter accepts; nil if the kernel has not answered yet, or has none.
  func status(of isMeant: InterfaceFilter) -> NetworkStatus? {
    status == nil ? nil : table.status(of: isMeant, wireless: connections)
  }

  private func show() {
    let new = table.status(wireless: connections)
    planStrength()
    defer { onAnyChange?() }
    guard new != status else { return }
    status = new
    onChange()
  }

  // MARK: - Wireless

  /// Reads the connections of the wireless interfaces; without any of these it is one request.
  private func readWireless() {
    wireless?.cancel()
    guard !running.isEmpty else {
      connections = [:]
      return
    }
    wireless = WirelessReader(loop: loop, open: open) { [unowned self] read in
      connections = read
      if isWhole { show() }
    }
  }

  private func planStrength() {
    guard readsStrength, !connections.isEmpty else {
      strengthTimer.end()
      return
    }
    guard strengthTimer?.isPending != true else { return }
    strengthTimer = loop.schedule(at: loop.now + Self.strengthInterval, tolerance: .seconds(5)) {
      [unowned self] in
      readWireless()
      planStrength()
    }
  }
}
