import Geometry
import Wayland

@testable import LiveGlass

/// Captures that a test answers by hand.
final class FakeCapture: CaptureSource {
  struct Request: Equatable {
    var region: PixelRect
    var moment: CaptureMoment
  }

  private(set) var requests: [Request] = []
  private(set) var cancelCount = 0
  private(set) var isDestroyed = false
  /// Whether the damage of a cancelled capture is reported with the next one.
  var keepsDamage = false
  private var pending: ((Result<CapturedFrame, CaptureFailure>) -> Void)?

  var isPending: Bool { pending != nil }

  func capture(
    _ region: PixelRect?, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    precondition(pending == nil, "a capture is pending")
    guard let region else { preconditionFailure("a capture of the whole output") }
    requests.append(Request(region: region, moment: moment))
    pending = deliver
  }

  @discardableResult func cancel() -> Bool {
    if pending != nil { cancelCount += 1 }
    pending = nil
    return keepsDamage
  }

  func destroy() {
    cancel()
    isDestroyed = true
  }

  /// Answers the capture that is pending, if one is, with a picture of all that was asked for, of no pixels.
  func answer(_ fit: OutputFit, damage: PixelRect?) {
    guard let deliver = pending, let region = requests.last?.region else { return }
    pending = nil
    unsafe deliver(
      .success(
        CapturedFrame(
          bytes: UnsafeRawBufferPointer(start: nil, count: 0), region: region, stride: region.width * 4,
          format: .bgrx, isYInverted: false, damage: damage, time: Instant(sinceOrigin: .zero))))
  }

  /// Answers the capture that is pending with a failure.
  func fail(_ failure: CaptureFailure) {
    let deliver = pending
    pending = nil
    deliver?(.failure(failure))
  }
}
