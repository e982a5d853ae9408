import CPipeWire
import DesktopModel
import Glibc
import Loop

/// A connection to PipeWire by libpipewire, which reports nodes and links.
///
/// The library has a loop of its own, whose descriptor the loop of the process watches; it calls back in the phase `read`.
@MainActor @safe final class MediaConnection: Cancellable {
  /// A report of PipeWire.
  enum Event {
    /// A node was added or changed; nil if it does not matter to privacy.
    case node(UInt32, MediaNode?)
    /// A node has changed its running state, and nothing else.
    case state(UInt32, isRunning: Bool)
    /// A link between two nodes was added; the identifiers of the nodes are texts.
    case link(UInt32, output: String?, input: String?)
    /// A node or a link was removed.
    case gone(UInt32)
    /// Everything that existed at the start was reported.
    case ready
    /// The connection has ended and must be closed, though not within the handler, while the library is dispatching.
    case ended
  }

  private var media: OpaquePointer?
  private var watch: Watch?
  private let onEvent: (Event) -> Bool
  /// Whether the library is dispatching, and may call back.
  private var isDispatching = false

  /// Loads the library with this name; returns false if it cannot be loaded.
  ///
  /// The corresponding C function is `hyaline_media_load`.
  static func load(_ library: String) -> Bool { unsafe hyaline_media_load(library) }

  /// Connects to the server at a path, or if that is nil to the one that the environment names; nil if there is none.
  ///
  /// `onEvent` returns whether the event was accepted; a new node that was not accepted is not followed.
  ///
  /// The corresponding C function is `hyaline_media_open`.
  init?(_ loop: EventLoop, to address: String?, onEvent: @escaping (Event) -> Bool) {
    self.onEvent = onEvent
    unsafe media = nil
    var calls = mediaCalls
    let opened = unsafe hyaline_media_open(address, &calls, Unmanaged.passUnretained(self).toOpaque())
    guard let opened = unsafe opened else { return nil }
    unsafe media = opened
    watch = unsafe loop.watch(hyaline_media_descriptor(opened)) { [unowned self] _ in dispatch() }
  }

  isolated deinit { cancel() }

  /// Ends the connection; idempotent. Traps while the library is dispatching.
  ///
  /// The corresponding C function is `hyaline_media_close`.
  func cancel() {
    precondition(!isDispatching, "closed by an event")
    watch.end()
    if let media = unsafe media { unsafe hyaline_media_close(media) }
    unsafe media = nil
  }

  private func dispatch() {
    guard let media = unsafe media else { return }
    isDispatching = true
    unsafe hyaline_media_dispatch(media)
    isDispatching = false
  }

  fileprivate func take(_ event: Event) -> Bool {
    // The descriptor stays readable after the connection has ended.
    if case .ended = event {
      watch.end()
    }
    return onEvent(event)
  }
}

/// Callbacks of the library, on the main thread, within `dispatch`.
@safe nonisolated private let mediaCalls = unsafe hyaline_media_events(
  found_node: { data, id, properties in
    let node = unsafe MediaNode(properties: values(properties))
    guard node != nil else { return false }
    return unsafe isTaken(.node(id, node), by: data)
  },
  node: { data, id, state, properties in
    let isRunning = state == runningState
    guard unsafe properties != nil else { return unsafe tell(.state(id, isRunning: isRunning), to: data) }
    let node = unsafe MediaNode(properties: values(properties), isRunning: isRunning)
    unsafe tell(.node(id, node), to: data)
  },
  link: { data, id, properties in
    let output = unsafe value("link.output.node", of: properties)
    let input = unsafe value("link.input.node", of: properties)
    unsafe tell(.link(id, output: output, input: input), to: data)
  },
  gone: { data, id in unsafe tell(.gone(id), to: data) },
  ready: { data in unsafe tell(.ready, to: data) },
  ended: { data in unsafe tell(.ended, to: data) })

/// PW_NODE_STATE_RUNNING of pipewire/node.h.
nonisolated private let runningState: Int32 = 3
/// The longest value that is kept, in bytes.
nonisolated private let longestValue = 1024

nonisolated private func tell(_ event: MediaConnection.Event, to data: UnsafeMutableRawPointer?) {
  _ = unsafe isTaken(event, by: data)
}

/// Passes an event to a connection; returns whether it was accepted.
nonisolated private func isTaken(
  _ event: MediaConnection.Event, by data: UnsafeMutableRawPointer?
) -> Bool {
  guard let data = unsafe data else { preconditionFailure("no connection") }
  let connection = unsafe Unmanaged<MediaConnection>.fromOpaque(data).takeUnretainedValue()
  return MainActor.assumeIsolated { connection.take(event) }
}

/// The properties that `MediaNode` reads.
nonisolated private func values(_ properties: OpaquePointer?) -> [String: String] {
  var values: [String: String] = [:]
  for key in MediaNode.keys { values[key] = unsafe value(key, of: properties) }
  return values
}

/// The value of a property; nil if there is none with this name.
nonisolated private func value(_ key: String, of properties: OpaquePointer?) -> String? {
  guard let text = unsafe hyaline_media_property(properties, key) else { return nil }
  let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strnlen(text, longestValue))
  return unsafe String(decoding: bytes, as: UTF8.self)
}
