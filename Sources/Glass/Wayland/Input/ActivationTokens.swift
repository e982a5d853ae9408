import Geometry
import Loop

/// Tokens of xdg-activation, with which other programs may activate their windows.
@MainActor public final class ActivationTokens {
  /// The time after which a request is answered with nil: a compositor answers at once or, as some do without
  /// focus, not at all.
  static let patience = Duration.milliseconds(500)

  /// The owner of these tokens, whose last input proves to the compositor that the user acted.
  weak var seats: Seats?
  private var pending: [ObjectIdentifier: Request] = [:]

  private struct Request {
    var token: XdgActivationTokenV1
    var timer: Timer
    var answer: (String?) -> Void
  }

  init() {}

  /// Answers pending requests with nil; idempotent.
  func destroy() {
    for id in Array(pending.keys) { finish(id, nil) }
  }

  /// Requests a token for another program with the serial of the last click, touch or key; without a surface, the token names the
  /// one that has the keyboard.
  ///
  /// `answer` is called once, with nil if the compositor offers no tokens or does not answer in time.
  public func request(
    surface: WlSurface?, applicationID: String?, answer: @escaping (String?) -> Void
  ) {
    guard let seats, let shared = try? seats.connection.globals.shared(XdgActivationV1.self, version: 1)
    else {
      return answer(nil)
    }
    let token = shared.getActivationToken()
    let id = ObjectIdentifier(token)
    token.onEvent = { [unowned self] token, event in
      if case .done(let text) = event { finish(ObjectIdentifier(token), text) }
    }
    let timer = seats.loop.schedule(at: seats.loop.now + Self.patience) { [unowned self] in finish(id, nil) }
    pending[id] = Request(token: token, timer: timer, answer: answer)
    let seat = seats.lastUsed
    if let seat, let input = seats.lastInput { token.setSerial(serial: input.serial, seat: seat.proxy) }
    if let applicationID { token.setAppId(appId: applicationID) }
    // wlroots silently refuses a surface without keyboard focus.
    if let focused = seat?.keyboard?.surface, !focused.isDestroyed, surface == nil || surface === focused {
      token.setSurface(surface: focused)
    }
    token.commit()
  }

  private func finish(_ id: ObjectIdentifier, _ text: String?) {
    guard let request = pending.removeValue(forKey: id) else { return }
    request.timer.cancel()
    request.token.destroy()
    request.answer(text)
  }
}
