import Geometry

/// A capture that was requested and not delivered yet.
@MainActor struct PendingCapture {
  private let output: Output
  /// The output's description when the capture began: if it has changed since, the frame cannot be used.
  let description: OutputDescription
  /// The wanted region, in the panel's pixels.
  let region: PixelRect
  let moment: CaptureMoment
  let deliver: (Result<CapturedFrame, CaptureFailure>) -> Void

  init(
    _ region: PixelRect, of output: Output, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    (self.output, self.region, self.moment, self.deliver) = (output, region, moment, deliver)
    description = output.description
  }

  var hasChanged: Bool { output.isRemoved || output.description.geometry != description.geometry }

  /// The failure of a capture that the compositor refused.
  var refusal: CaptureFailure { hasChanged ? .outputChanged : .refused }

  /// The wanted region of `buffer`, into which the compositor has copied the part `captured` of the panel.
  ///
  /// `damage` is delivered if the capture waited for damage.
  func result(
    _ buffer: SharedMemoryBuffer?, showing captured: PixelRect, isYInverted: Bool, damage: PixelRect,
    time: Instant
  ) -> Result<CapturedFrame, CaptureFailure> {
    guard !hasChanged else { return .failure(.outputChanged) }
    guard let buffer, let format = CaptureFormat(buffer.format) else { return .failure(.refused) }
    let part = region.offset(x: -captured.x, y: -captured.y)
    // The number of rows in memory before the first row of the part.
    let skipped = isYInverted ? captured.height - part.maxY : part.y
    let offset = skipped * buffer.stride + part.x * 4
    let count = (part.height - 1) * buffer.stride + part.width * 4
    return .success(
      unsafe CapturedFrame(
        bytes: UnsafeRawBufferPointer(rebasing: buffer.bytes[offset..<offset + count]), region: region,
        stride: buffer.stride, format: format, isYInverted: isYInverted,
        damage: moment == .damaged ? damage : nil, time: time, memory: buffer))
  }
}
