import Geometry

/// One copy by wlr-screencopy: the compositor offers a buffer's format and size, gets a buffer, and then
/// reports that it is ready or has failed.
@MainActor final class ScreencopyFrame {
  /// The properties of the buffer that the compositor needs.
  struct Offer: Equatable {
    var format: WlShm.Format
    var size: PixelSize
    var stride: Int
  }

  /// An event for the owner, each of which comes at most once; the owner may release the frame while it is
  /// called.
  enum Event {
    /// The compositor has described the buffer it needs; the owner calls `copy` or gives the frame up. Nil:
    /// it offers no shared memory.
    case offered(Offer?)
    /// The buffer is filled; its content was shown at this moment.
    case ready(Instant)
    case failed
  }

  private(set) var buffer: SharedMemoryBuffer?
  private(set) var isYInverted = false
  /// A box around what has changed; empty unless that was asked for.
  private(set) var damage = PixelRect.empty
  /// Whether the buffer was filled, so that the compositor does not report the damage again.
  private(set) var isReady = false
  private let proxy: ZwlrScreencopyFrameV1
  private var offer: Offer?
  private let onEvent: (Event) -> Void

  init(_ proxy: ZwlrScreencopyFrameV1, onEvent: @escaping (Event) -> Void) {
    self.proxy = proxy
    self.onEvent = onEvent
    proxy.onEvent = { [unowned self] _, event in receive(event) }
  }

  isolated deinit {
    destroy()
  }

  /// Asks for a copy into `buffer`, which the caller still owns.
  func copy(into buffer: SharedMemoryBuffer, when moment: CaptureMoment) {
    self.buffer = buffer
    switch moment {
    case .now: proxy.copy(buffer: buffer.proxy)
    case .damaged: proxy.copyWithDamage(buffer: buffer.proxy)
    }
  }

  /// Drops the copy; idempotent.
  func destroy() {
    proxy.destroy()
  }

  /// Drops the copy, but still notes whether it had been made, and its damage, until `destroy`.
  func beginDestruction() {
    proxy.beginDestruction()
  }

  /// The offset in bytes of the picture's row `y`, counted from the top, in the buffer.
  func row(_ y: Int) -> Int {
    guard let buffer else { preconditionFailure("no copy was made") }
    return (isYInverted ? buffer.size.height - 1 - y : y) * buffer.stride
  }

  private func receive(_ event: ZwlrScreencopyFrameV1.Event) {
    switch event {
    case .buffer(let format, let width, let height, let stride):
      offer = Offer(
        format: format, size: PixelSize(width: Int(width), height: Int(height)), stride: Int(stride))
    case .bufferDone: onEvent(.offered(offer))
    case .flags(let flags): isYInverted = flags.contains(.yInvert)
    case .damage(let x, let y, let width, let height):
      damage = damage.union(PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    case .ready(let high, let low, let nanoseconds):
      isReady = true
      onEvent(.ready(Instant(seconds: (high, low), nanoseconds: nanoseconds)))
    case .failed: onEvent(.failed)
    case .linuxDmabuf: break
    }
  }
}

extension Instant {
  /// Makes an instant of the form in which protocols send it: seconds in two halves, and nanoseconds.
  nonisolated init(seconds: (high: UInt32, low: UInt32), nanoseconds: UInt32) {
    let whole = UInt64(seconds.high) << 32 | UInt64(seconds.low)
    self.init(sinceOrigin: .seconds(Int64(clamping: whole)) + .nanoseconds(Int64(nanoseconds)))
  }
}
