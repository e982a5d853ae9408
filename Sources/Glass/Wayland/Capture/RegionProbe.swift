import Geometry
import Glibc

/// A test of which of the panel's pixels a compositor copies when it is asked for a region.
///
/// Compositors differ for outputs that are turned or have a fractional scale: wlroots 0.15 mirrors the regions of
/// quarter turns, and no protocol defines the rounding. So a copied region is searched for in a copy of the whole
/// output from the same frame.
@MainActor final class RegionProbe {
  /// The request that is tested; its `panel` is the expected result.
  let request: CaptureRequest
  let frame: ScreencopyFrame
  /// Whether the copy has been made or has failed.
  private(set) var isOver = false
  private let buffer: (ScreencopyFrame.Offer) -> SharedMemoryBuffer?
  private var isCopied = false
  private let onEnd: () -> Void

  init(
    _ proxy: ZwlrScreencopyFrameV1, _ request: CaptureRequest,
    buffer: @escaping (ScreencopyFrame.Offer) -> SharedMemoryBuffer?, onEnd: @escaping () -> Void
  ) {
    self.request = request
    self.buffer = buffer
    self.onEnd = onEnd
    weak var probe: RegionProbe?
    frame = ScreencopyFrame(proxy) { probe?.receive($0) }
    probe = self
  }

  /// The place of the copied region in `whole`, in the panel's pixels; nil: it was found nowhere, or more
  /// than once.
  func place(in whole: ScreencopyFrame, of geometry: OutputGeometry) -> PixelRect? {
    guard isCopied, let size = frame.buffer?.size, let panel = whole.buffer?.size else { return nil }
    var found: PixelRect?
    for origin in candidates(geometry) {
      for (dx, dy) in Self.shifts {
        let rect = PixelRect(
          x: origin.x + dx, y: origin.y + dy, width: size.width, height: size.height)
        guard rect != found, PixelRect(panel).contains(rect), shows(rect, of: whole) else { continue }
        if found != nil { return nil }
        found = rect
      }
    }
    return found
  }

  func destroy() {
    frame.destroy()
    if let held = frame.buffer { held.destroy() }
  }

  /// The expected place of the region, and that on a compositor that mirrors it.
  private func candidates(_ geometry: OutputGeometry) -> [PixelRect] {
    [false, true].map { geometry.copied(for: request.logical, isMirrored: $0) }
  }

  private static let shifts = (-1...1).flatMap { y in (-1...1).map { (y, $0) } }

  private func shows(_ rect: PixelRect, of whole: ScreencopyFrame) -> Bool {
    guard let mine = frame.buffer, let theirs = whole.buffer, mine.format == theirs.format else {
      return false
    }
    for y in 0..<rect.height {
      let here = frame.row(y)
      let there = whole.row(rect.y + y) + rect.x * 4
      let difference = unsafe memcmp(
        mine.bytes.baseAddress! + here, theirs.bytes.baseAddress! + there, rect.width * 4)
      if difference != 0 { return false }
    }
    return true
  }

  private func receive(_ event: ScreencopyFrame.Event) {
    switch event {
    case .offered(let offer):
      guard let offer, offer.stride >= offer.size.width * 4, let memory = buffer(offer) else { return end() }
      frame.copy(into: memory, when: .now)
    case .ready:
      isCopied = true
      end()
    case .failed: end()
    }
  }

  private func end() {
    isOver = true
    onEnd()
  }
}
