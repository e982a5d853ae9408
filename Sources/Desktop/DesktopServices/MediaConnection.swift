import CPipeWire
import DesktopModel
import Glibc
import Loop

/// A connection to PipeWire by libpipewire, which tells nodes and links.
///
/// The library has a loop of its own, whose descriptor is one of ours; it calls in the phase `read`.
@MainActor @safe final class MediaConnection {
  /// What PipeWire tells.
  enum Event {
    /// What a node is now; nil: it tells nothing about people.
    case node(UInt32, MediaNode?)
    /// A node runs or does not, and is what it was.
    case state(UInt32, isRunning: Bool)
    /// Something may flow between two nodes, of which the identifiers are told as texts.
    case link(UInt32, output: String?, input: String?)
    /// A node or a link has gone.
    case gone(UInt32)
    /// All that there was has been told.
    case ready
    /// The connection has ended, and is to be closed, though not at once: the library is at work.
    case ended
  }

  private var media: OpaquePointer?
  private var watch: Watch?
  private let onEvent: (Event) -> Bool
  /// Whether the library is at work, in which it calls us.
  private var isDispatching = false

  /// Loads the library of that name; false: it cannot be loaded.
  ///
  /// The corresponding C function is `hyaline_media_load`.
  static func load(_ library: String) -> Bool { unsafe hyaline_media_load(library) }

  /// Connects to the server at a path, or if that is nil to the one that the environment names; nil: there is none.
  ///
  /// `onEvent` returns whether the event was taken; a new node that was not taken is not followed.
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

  isolated deinit { close() }

  /// Ends the connection; idempotent. Traps while the library is at work.
  ///
  /// The corresponding C function is `hyaline_media_close`.
  func close() {
    precondition(!isDispatching, "closed by an event")
    watch?.cancel()
    watch = nil
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
    // The descriptor of a connection that has ended stays readable.
    if case .ended = event {
      watch?.cancel()
      watch = nil
    }
    return onEvent(event)
  }
}

/// What the library calls, on the main thread, in `dispatch`.
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
/// The longest value that is taken over, in bytes.
nonisolated private let longestValue = 1024

nonisolated private func tell(_ event: MediaConnection.Event, to data: UnsafeMutableRawPointer?) {
  _ = unsafe isTaken(event, by: data)
}

/// Tells a connection an event; returns whether it was taken.
nonisolated private func isTaken(
  _ event: MediaConnection.Event, by data: UnsafeMutableRawPointer?
) -> Bool {
  guard let data = unsafe data else { preconditionFailure("no connection") }
  let connection = unsafe Unmanaged<MediaConnection>.fromOpaque(data).takeUnretainedValue()
  return MainActor.assumeIsolated { connection.take(event) }
}

/// The properties of a node that count.
nonisolated private func values(_ properties: OpaquePointer?) -> [String: String] {
  var values: [String: String] = [:]
  for key in MediaNode.keys { values[key] = unsafe value(key, of: properties) }
  return values
}

/// A property; nil: there is none of that name.
nonisolated private func value(_ key: String, of properties: OpaquePointer?) -> String? {
  guard let text = unsafe hyaline_media_property(properties, key) else { return nil }
  let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strnlen(text, longestValue))
  return unsafe String(decoding: bytes, as: UTF8.self)
}
