import DBus
import DesktopModel
import Loop

/// An attempt of NetworkManager to connect to a VPN, from the command to the connection or its failure.
@MainActor final class PrivateNetworkAttempt {
  private typealias Names = NetworkManagerNames
  private let onEnd: (NetworkAttempt.Failure?) -> Void
  private var call: PendingCall?
  private var changes: Subscription?
  /// The object path of the active connection; nil while NetworkManager has not reported it.
  private var active: String?

  /// Activates the saved connection at an object path. `onEnd` is called once, with nil if the VPN is connected or the
  /// user has ended the connection, and not at all after this object was released.
  init(
    _ connection: String, _ objects: FollowedTree, patience: Duration,
    onEnd: @escaping (NetworkAttempt.Failure?) -> Void
  ) {
    self.onEnd = onEnd
    changes = objects.onSignal("StateChanged", of: Names.active) { [unowned self] path, arguments in
      if path == active { take(arguments.compactMap(\.integer)) }
    }
    call = objects.call(
      Names.manager, Names.service, "ActivateConnection", [connection, "/", "/"].map(DBusValue.objectPath),
      expects: "o", patience: patience, allowsAuthentication: true
    ) { [weak self] result in
      switch result {
      case .success(let values): self?.active = values[0].objectPath
      case .failure(let error): self?.end(.refused(error))
      }
    }
  }

  isolated deinit { close() }

  /// Handles the signal StateChanged of the connection: a value of `NMActiveConnectionState`, and the reason.
  private func take(_ numbers: [Int]) {
    guard numbers.count == 2 else { return }
    switch numbers[0] {
    case 2: end(nil)
    case 4: end(NetworkAttempt.Failure(activeReason: numbers[1]))
    default: break
    }
  }

  private func end(_ failure: NetworkAttempt.Failure?) {
    close()
    onEnd(failure)
  }

  private func close() {
    call.end()
    changes.end()
  }
}

extension NetworkAttempt.Failure {
  /// The failure for an error that NetworkManager has returned.
  static func refused(_ error: BusError) -> Self { .refused(String(error.description.prefix(200))) }
}
