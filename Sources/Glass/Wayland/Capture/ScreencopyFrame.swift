import Geometry

/// One copy by wlr-screencopy: told what buffer fits, given one, then ready or failed.
@MainActor final class ScreencopyFrame {
  /// The buffer that the compositor wants.
  struct Offer: Equatable {
    var format: WlShm.Format
    var size: PixelSize
    var stride: Int
  }

  /// What is asked of the owner, and told to it, once each at most; the owner may drop this while it is called.
  enum Event {
    /// A buffer fits; answered by `copy`, or not at all.
    case offered(Offer?)
    /// Filled; when its content was shown.
    case ready(Instant)
    case failed
  }

  private(set) var buffer: SharedMemoryBuffer?
  private(set) var isYInverted = false
  /// A box around what has changed, as far as that was asked for.
  private(set) var damage = PixelRect.empty
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

  /// Has `buffer` filled, which stays the caller's.
  func copy(into buffer: SharedMemoryBuffer, when moment: CaptureMoment) {
    self.buffer = buffer
    switch moment {
    case .now: proxy.copy(buffer: buffer.proxy)
    case .damaged: proxy.copyWithDamage(buffer: buffer.proxy)
    }
  }

  /// Drops it; idempotent.
  func destroy() {
    proxy.destroy()
  }

  /// Where in the buffer a row of `size` pixels' picture begins, counted from the top.
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
      onEvent(.ready(Instant(seconds: (high, low), nanoseconds: nanoseconds)))
    case .failed: onEvent(.failed)
    case .linuxDmabuf: break
    }
  }
}

extension Instant {
  /// As the protocols write it: the seconds in two halves.
  nonisolated init(seconds: (high: UInt32, low: UInt32), nanoseconds: UInt32) {
    let whole = UInt64(seconds.high) << 32 | UInt64(seconds.low)
    self.init(sinceOrigin: .seconds(Int64(clamping: whole)) + .nanoseconds(Int64(nanoseconds)))
  }
}
