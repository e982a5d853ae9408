import CPulse
import DesktopModel
import Loop

/// A connection to a sound server, from its start until it ends or is closed.
///
/// libpulse calls back while the loop reads; no handler is called before `init` has returned.
@MainActor @safe final class PulseConnection: Cancellable {
  /// A report of the server.
  nonisolated enum Event: Sendable {
    /// Everything that existed at the start was reported.
    case ready
    /// The connection could not be established or has ended; no event follows.
    case ended
    case defaults(output: String?, input: String?)
    case device(SoundDevice)
    case stream(SoundStream)
    case card(SoundCard)
    case gone(SoundID)
    /// A device or a stream was added or has changed; it is reported after `ask(about:)`.
    case changed(SoundID)
    case cardGone(UInt32)
    /// A card was added or has changed, and with it its devices; it is reported after `ask(aboutCard:)`.
    case cardChanged(UInt32)
  }

  /// Objects that are queried at the start, and again when they have changed.
  private enum Question: Hashable {
    case defaults
    case item(SoundID)
    case items(SoundID.Kind)
    case card(UInt32)
    case cards
  }

  /// A handler for the end of a change; `refusal` is the server's reason for refusing it, or nil after success.
  typealias Completion = (_ refusal: String?) -> Void

  private let loop: PulseMainLoop
  private let onEvent: (Event) -> Void
  private var context: OpaquePointer?
  private var requests: [ObjectIdentifier: PulseRequest] = [:]
  /// The objects whose queries are unanswered, and whether they have changed since the query.
  private var asked: [Question: Bool] = [:]
  /// The number of queries at the start that are unanswered.
  private var missing = 0

  /// Starts connecting to the server at an address, nil for the user's; fails if there is no server to connect to, or no
  /// descriptor is left. libpulse must have been loaded.
  ///
  /// The corresponding C functions are `pa_context_new` and `pa_context_connect`.
  init?(_ loop: EventLoop, to address: String?, onEvent: @escaping (Event) -> Void) {
    guard let loop = PulseMainLoop(loop) else { return nil }
    (self.loop, self.onEvent) = (loop, onEvent)
    loop.wake()
    unsafe context = pa_context_new(loop.api, "Hyaline")
    guard let context = unsafe context else { return nil }
    // The session starts the server, not a bar that tries to connect again and again.
    guard unsafe pa_context_connect(context, address, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
      cancel()
      return nil
    }
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pa_context_set_state_callback(context, takeState, me)
    unsafe pa_context_set_subscribe_callback(context, takeChange, me)
  }

  isolated deinit { cancel() }

  /// Ends the connection, after which no handler is called; idempotent. Handlers of events must not call it.
  ///
  /// The corresponding C functions are `pa_context_disconnect` and `pa_context_unref`.
  func cancel() {
    guard let context = unsafe context else { return }
    unsafe self.context = nil
    loop.wake()
    unsafe pa_context_set_state_callback(context, nil, nil)
    unsafe pa_context_set_subscribe_callback(context, nil, nil)
    unsafe pa_context_disconnect(context)
    unsafe pa_context_unref(context)
    // libpulse has cancelled the requests.
    requests = [:]
    asked = [:]
  }

  // MARK: - Queries

  /// Queries a device or a stream; at most one query for it is under way.
  func ask(about id: SoundID) { ask(.item(id)) }

  /// Queries all devices or streams of a kind; at most one query for them is under way.
  func askAll(_ kind: SoundID.Kind) { ask(.items(kind)) }

  /// Queries the card with this index; at most one query for it is under way.
  func ask(aboutCard index: UInt32) { ask(.card(index)) }

  private func ask(_ question: Question, then: @escaping () -> Void = {}) {
    guard asked[question] == nil else {
      asked[question] = true
      return then()
    }
    asked[question] = false
    unsafe request { [weak self] _ in
      guard let self else { return }
      // An answer without an object means that it was removed, which the server reports in another event.
      if asked.removeValue(forKey: question) == true { ask(question) }
      then()
    } by: { context, data in
      switch question {
      case .defaults: unsafe pa_context_get_server_info(context, takeServer, data)
      case .card(let index): unsafe pa_context_get_card_info_by_index(context, index, takeCard, data)
      case .cards: unsafe pa_context_get_card_info_list(context, takeCard, data)
      case .items(.sink): unsafe pa_context_get_sink_info_list(context, takeSink, data)
      case .items(.source): unsafe pa_context_get_source_info_list(context, takeSource, data)
      case .items(.playback): unsafe pa_context_get_sink_input_info_list(context, takePlayback, data)
      case .items(.recording): unsafe pa_context_get_source_output_info_list(context, takeRecording, data)
      case .item(let id):
        switch id.kind {
        case .sink: unsafe pa_context_get_sink_info_by_index(context, id.index, takeSink, data)
        case .source: unsafe pa_context_get_source_info_by_index(context, id.index, takeSource, data)
        case .playback: unsafe pa_context_get_sink_input_info(context, id.index, takePlayback, data)
        case .recording: unsafe pa_context_get_source_output_info(context, id.index, takeRecording, data)
        }
      }
    }
  }

  // MARK: - Changes

  /// Sets the volume or the muting of a device or a stream.
  func set(_ setting: SoundSetting, of id: SoundID, then: @escaping Completion) {
    unsafe request(then) { context, data in
      switch setting {
      case .volume(let volume):
        var volume = volume.pulse
        return switch id.kind {
        case .sink: unsafe pa_context_set_sink_volume_by_index(context, id.index, &volume, takeSuccess, data)
        case .source:
          unsafe pa_context_set_source_volume_by_index(context, id.index, &volume, takeSuccess, data)
        case .playback:
          unsafe pa_context_set_sink_input_volume(context, id.index, &volume, takeSuccess, data)
        case .recording:
          unsafe pa_context_set_source_output_volume(context, id.index, &volume, takeSuccess, data)
        }
      case .mute(let isMuted):
        let mute: Int32 = isMuted ? 1 : 0
        return switch id.kind {
        case .sink: unsafe pa_context_set_sink_mute_by_index(context, id.index, mute, takeSuccess, data)
        case .source: unsafe pa_context_set_source_mute_by_index(context, id.index, mute, takeSuccess, data)
        case .playback: unsafe pa_context_set_sink_input_mute(context, id.index, mute, takeSuccess, data)
        case .recording: unsafe pa_context_set_source_output_mute(context, id.index, mute, takeSuccess, data)
        }
      }
    }
  }

  /// Sets the default device of a direction, by its name.
  func useDevice(_ name: String, for direction: SoundDirection, then: @escaping Completion) {
    unsafe request(then) { context, data in
      direction == .output
        ? unsafe pa_context_set_default_sink(context, name, takeSuccess, data)
        : unsafe pa_context_set_default_source(context, name, takeSuccess, data)
    }
  }

  /// Sets the port in use of a device, by its name.
  func usePort(_ name: String, of id: SoundID, then: @escaping Completion) {
    unsafe request(then) { context, data in
      id.direction == .output
        ? unsafe pa_context_set_sink_port_by_index(context, id.index, name, takeSuccess, data)
        : unsafe pa_context_set_source_port_by_index(context, id.index, name, takeSuccess, data)
    }
  }

  /// Sets the profile of a card, both by their names on the server.
  func useProfile(_ name: String, of card: String, then: @escaping Completion) {
    unsafe request(then) { context, data in
      unsafe pa_context_set_card_profile_by_name(context, card, name, takeSuccess, data)
    }
  }

  /// Moves a stream to the device with this name.
  func move(_ stream: SoundID, to name: String, then: @escaping Completion) {
    unsafe request(then) { context, data in
      stream.direction == .output
        ? unsafe pa_context_move_sink_input_by_name(context, stream.index, name, takeSuccess, data)
        : unsafe pa_context_move_source_output_by_name(context, stream.index, name, takeSuccess, data)
    }
  }

  // MARK: - Requests

  /// Sends a request. Callbacks find it by the pointer that `send` is given.
  private func request(
    _ then: @escaping Completion = { _ in },
    by send: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?
  ) {
    guard let context = unsafe context else { return }
    loop.wake()
    let request = PulseRequest(self, then)
    requests[ObjectIdentifier(request)] = request
    guard let operation = unsafe send(context, Unmanaged.passUnretained(request).toOpaque()) else {
      // The connection is ending, which another event reports.
      requests[ObjectIdentifier(request)] = nil
      return
    }
    unsafe pa_operation_unref(operation)
  }

  fileprivate func finish(_ request: PulseRequest, isDone: Bool) {
    guard requests.removeValue(forKey: ObjectIdentifier(request)) != nil else { return }
    request.then(isDone ? nil : lastError)
  }

  /// The reason why the server has refused the last request, in words.
  ///
  /// The corresponding C functions are `pa_context_errno` and `pa_strerror`.
  private var lastError: String {
    guard let context = unsafe context else { return "" }
    return unsafe PulseText.string(pa_strerror(pa_context_errno(context)))
  }

  fileprivate func tell(_ event: Event) { onEvent(event) }

  fileprivate func stateChanged() {
    guard let context = unsafe context else { return }
    switch unsafe pa_context_get_state(context) {
    case PA_CONTEXT_READY: begin()
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: onEvent(.ended)
    default: break
    }
  }

  private func begin() {
    // The subscription precedes the queries, so that no change is missed.
    let kinds = [
      PA_SUBSCRIPTION_MASK_SINK, PA_SUBSCRIPTION_MASK_SOURCE, PA_SUBSCRIPTION_MASK_SINK_INPUT,
      PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT, PA_SUBSCRIPTION_MASK_SERVER, PA_SUBSCRIPTION_MASK_CARD,
    ]
    let mask = pa_subscription_mask_t(rawValue: kinds.reduce(0) { $0 | $1.rawValue })
    unsafe request { context, data in unsafe pa_context_subscribe(context, mask, takeSuccess, data) }
    let questions = [Question.defaults, .cards] + SoundID.Kind.allCases.map(Question.items)
    missing = questions.count
    for question in questions {
      ask(question) { [weak self] in
        guard let self else { return }
        missing -= 1
        if missing == 0 { onEvent(.ready) }
      }
    }
  }

  fileprivate func changed(_ type: UInt32, _ index: UInt32) {
    let isGone = type & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue
    let id: SoundID
    switch type & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
    case PA_SUBSCRIPTION_EVENT_SINK.rawValue: id = SoundID(.sink, index)
    case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue: id = SoundID(.source, index)
    case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue: id = SoundID(.playback, index)
    case PA_SUBSCRIPTION_EVENT_SOURCE_OUTPUT.rawValue: id = SoundID(.recording, index)
    case PA_SUBSCRIPTION_EVENT_SERVER.rawValue: return ask(.defaults)
    case PA_SUBSCRIPTION_EVENT_CARD.rawValue:
      return onEvent(isGone ? .cardGone(index) : .cardChanged(index))
    default: return
    }
    onEvent(isGone ? .gone(id) : .changed(id))
  }
}

/// A request to the server, until it is answered.
@MainActor private final class PulseRequest {
  fileprivate unowned let connection: PulseConnection
  fileprivate let then: PulseConnection.Completion

  init(_ connection: PulseConnection, _ then: @escaping PulseConnection.Completion) {
    (self.connection, self.then) = (connection, then)
  }

  func finish(isDone: Bool) { connection.finish(self, isDone: isDone) }
}

// MARK: - Callbacks of libpulse

@MainActor private func connection(_ data: Int) -> PulseConnection {
  unsafe Unmanaged<PulseConnection>.fromOpaque(UnsafeRawPointer(bitPattern: data)!).takeUnretainedValue()
}

@MainActor private func request(_ data: Int) -> PulseRequest {
  unsafe Unmanaged<PulseRequest>.fromOpaque(UnsafeRawPointer(bitPattern: data)!).takeUnretainedValue()
}

private nonisolated func takeState(_ context: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  let data = Int(bitPattern: data)
  MainActor.assumeIsolated { connection(data).stateChanged() }
}

private nonisolated func takeChange(
  _ context: OpaquePointer?, _ type: pa_subscription_event_type_t, _ index: UInt32,
  _ data: UnsafeMutableRawPointer?
) {
  let data = Int(bitPattern: data)
  MainActor.assumeIsolated { connection(data).changed(type.rawValue, index) }
}

private nonisolated func takeSuccess(
  _ context: OpaquePointer?, _ isDone: Int32, _ data: UnsafeMutableRawPointer?
) {
  let data = Int(bitPattern: data)
  MainActor.assumeIsolated { request(data).finish(isDone: isDone != 0) }
}

private nonisolated func takeServer(
  _ context: OpaquePointer?, _ info: UnsafePointer<pa_server_info>?, _ data: UnsafeMutableRawPointer?
) {
  let data = Int(bitPattern: data)
  let names = unsafe info.map {
    unsafe (PulseText.string($0.pointee.default_sink_name), PulseText.string($0.pointee.default_source_name))
  }
  MainActor.assumeIsolated {
    let request = request(data)
    if let (output, input) = names {
      request.connection.tell(
        .defaults(output: output.isEmpty ? nil : output, input: input.isEmpty ? nil : input))
    }
    request.finish(isDone: names != nil)
  }
}

/// Handles one of the devices, streams or cards of an answer, or the end of the answer.
private nonisolated func take(_ event: PulseConnection.Event?, _ end: Int32, _ data: UnsafeMutableRawPointer?)
{
  let data = Int(bitPattern: data)
  MainActor.assumeIsolated {
    if end == 0, let event { request(data).connection.tell(event) }
    if end != 0 { request(data).finish(isDone: end > 0) }
  }
}

private nonisolated func takeSink(
  _ context: OpaquePointer?, _ info: UnsafePointer<pa_sink_info>?, _ end: Int32,
  _ data: UnsafeMutableRawPointer?
) {
  unsafe take(info.flatMap { unsafe SoundDevice($0.pointee) }.map { .device($0) }, end, data)
}

private nonisolated func takeSource(
  _ context: OpaquePointer?, _ info: UnsafePointer<pa_source_info>?, _ end: Int32,
  _ data: UnsafeMutableRawPointer?
) {
  unsafe take(info.flatMap { unsafe SoundDevice($0.pointee) }.map { .device($0) }, end, data)
}

private nonisolated func takeCard(
  _ context: OpaquePointer?, _ info: UnsafePointer<pa_card_info>?, _ end: Int32,
  _ data: UnsafeMutableRawPointer?
) {
  unsafe take(info.flatMap { unsafe SoundCard($0.pointee) }.map { .card($0) }, end, data)
}

private nonisolated func takePlayback(
  _ context: OpaquePointer?, _ info: UnsafePointer<pa_sink_input_info>?, _ end: Int32,
  _ data: UnsafeMutableRawPointer?
) {
  unsafe take(info.map { unsafe .stream(SoundStream($0.pointee)) }, end, data)
}

private nonisolated func takeRecording(
  _ context: OpaquePointer?, _ info: UnsafePointer<pa_source_output_info>?, _ end: Int32,
  _ data: UnsafeMutableRawPointer?
) {
  unsafe take(info.map { unsafe .stream(SoundStream($0.pointee)) }, end, data)
}
