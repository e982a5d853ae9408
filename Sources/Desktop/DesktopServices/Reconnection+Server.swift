import Loop

extension Reconnection {
  /// The attempts to reach a server of the user that may never run. Its socket is watched if its path is known, so that
  /// the delays, which matter without a socket alone, may become long.
  static func toServer(
    _ loop: EventLoop, socket: @escaping () -> String?, connect: @escaping () -> Void
  ) -> Reconnection {
    Reconnection(loop, upTo: .seconds(600), socket: socket, connect: connect)
  }
}
