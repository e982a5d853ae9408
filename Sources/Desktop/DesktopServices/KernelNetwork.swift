import DesktopModel
import Geometry
import Loop

/// The network connection as the kernel tells it, for machines without a service that manages networks.
@MainActor final class KernelNetwork {
  /// Nil: the kernel has not answered yet, or does not tell.
  private(set) var status: NetworkStatus?
  /// Whether the strength of a wireless connection is read again and again: the kernel does not tell it.
  var readsStrength = false { didSet { if readsStrength != oldValue { planStrength() } } }
  private let loop: EventLoop
  private let open: NetlinkSocket.Opening
  private let onChange: () -> Void
  /// Called after changes of any interface.
  var onAnyChange: (() -> Void)?
  private var table = LinkTable()
  private var socket: NetlinkSocket?
  /// Whether the table holds all that there is.
  private var isWhole = false
  private var restart: Timer?
  /// How often in a row the answer was not whole.
  private var failures = 0
  private var wireless: WirelessReader?
  private var connections: [UInt32: WirelessLink] = [:]
  private var running: [UInt32] = []
  private var strengthTimer: Timer?

  /// The pause before everything is asked for again, which doubles up to the longest.
  private static let pause = Duration.milliseconds(200), longestPause = Duration.seconds(60)
  /// People move, and so does the strength of what they hear.
  private static let strengthInterval = Duration.seconds(10)

  /// Whether the kernel may still answer the first question.
  var isWaiting: Bool { status == nil && failures == 0 }

  /// Begins to ask; `onChange` is called after changes, and where the kernel does not answer.
  init(
    loop: EventLoop, open: @escaping NetlinkSocket.Opening = NetlinkSocket.open,
    onChange: @escaping () -> Void
  ) {
    (self.loop, self.open, self.onChange) = (loop, open, onChange)
    begin()
  }

  isolated deinit { close() }

  /// Asks no more; idempotent.
  func close() {
    socket?.close()
    socket = nil
    wireless?.close()
    wireless = nil
    restart?.cancel()
    strengthTimer?.cancel()
  }

  // MARK: - Links, addresses and routes

  /// Asks for everything. What is known is shown until the answer is whole.
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
          (isWhole, failures) = (true, 0)
          settle()
        })
    }
  }

  private func beginAgain() {
    socket?.close()
    isWhole = false
    restart?.cancel()
    let pause = min(Self.pause * (1 << min(failures, 10)), Self.longestPause)
    failures += 1
    restart = loop.schedule(at: loop.now + pause, tolerance: pause / 4) { [unowned self] in
      socket = nil
      begin()
    }
    // Last, as whoever hears of it may end this.
    if status == nil { onChange() }
  }

  private func settle() {
    if table.running != running {
      running = table.running
      readWireless()
    }
    show()
  }

  /// The status of the interfaces whose names are meant; nil: the kernel has not answered yet, or has none of them.
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

  /// Reads what the wireless interfaces are connected to; at a machine without any that is one question.
  private func readWireless() {
    wireless?.close()
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
      strengthTimer?.cancel()
      strengthTimer = nil
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
