public import Measures

/// Captures by wlr-screencopy into shared memory, which is kept for the next capture of the same size.
@MainActor public final class ScreencopySource: CaptureSource {
  /// A capture under way.
  private final class Job {
    let frame: ZwlrScreencopyFrameV1
    let output: Output
    /// At the start: a frame of an output that has changed since is worth nothing.
    let description: OutputDescription
    /// What is wanted, in the panel's pixels.
    let region: PixelRect
    /// What the compositor was asked for: the region, or the whole panel.
    let captured: PixelRect
    let moment: CaptureMoment
    let deliver: (Result<CapturedFrame, CaptureFailure>) -> Void
    var offer: Offer?
    var isYInverted = false
    var damage = PixelRect.empty

    init(
      frame: ZwlrScreencopyFrameV1, output: Output, region: PixelRect, captured: PixelRect,
      moment: CaptureMoment, deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
    ) {
      self.frame = frame
      self.output = output
      description = output.description
      self.region = region
      self.captured = captured
      self.moment = moment
      self.deliver = deliver
    }
  }

  /// The buffer that the compositor wants.
  private struct Offer: Equatable {
    var format: WlShm.Format
    var size: PixelSize
    var stride: Int
  }

  public var isPending: Bool { job != nil }

  private let connection: Connection
  /// Not the connection's shared one: damage counts from the last copy of the same manager.
  private let screencopy: ZwlrScreencopyManagerV1
  /// Regions have the panel's pixels; Mir gives logical ones.
  private var trustsRegions = true
  private var job: Job?
  private var buffer: SharedMemoryBuffer?

  public init(_ connection: Connection) throws(WaylandError) {
    self.connection = connection
    // 3: `buffer_done`, after which a copy may name its buffer; damage came with 2.
    screencopy = try connection.globals.bind(ZwlrScreencopyManagerV1.self, version: 3, atLeast: 3)
  }

  isolated deinit {
    destroy()
  }

  public func capture(
    _ region: PixelRect?, of output: Output, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    precondition(job == nil, "a capture is pending")
    precondition(!output.isRemoved, "capture of output \(output.globalName), which is removed")
    let panel = PixelRect(output.description.mode)
    let region = region ?? panel
    precondition(!region.isEmpty && panel.contains(region), "capture of \(region) of \(panel)")
    let frame: ZwlrScreencopyFrameV1
    let captured: PixelRect
    if trustsRegions, region != panel, let logical = output.description.logicalRegion(region) {
      frame = screencopy.captureOutputRegion(
        overlayCursor: 0, output: output.proxy, x: Int32(logical.x), y: Int32(logical.y),
        width: Int32(logical.width), height: Int32(logical.height))
      captured = region
    } else {
      frame = screencopy.captureOutput(overlayCursor: 0, output: output.proxy)
      captured = panel
    }
    frame.onEvent = { [unowned self] frame, event in receive(event, of: frame) }
    job = Job(
      frame: frame, output: output, region: region, captured: captured, moment: moment, deliver: deliver)
  }

  public func cancel() {
    job?.frame.destroy()
    job = nil
  }

  public func destroy() {
    cancel()
    buffer?.destroy()
    buffer = nil
    screencopy.destroy()
  }

  // MARK: - Events

  private func receive(_ event: ZwlrScreencopyFrameV1.Event, of frame: ZwlrScreencopyFrameV1) {
    guard let job, job.frame === frame else { return }
    switch event {
    case .buffer(let format, let width, let height, let stride):
      job.offer = Offer(
        format: format, size: PixelSize(width: Int(width), height: Int(height)), stride: Int(stride))
    case .bufferDone: copy(job)
    case .flags(let flags): job.isYInverted = flags.contains(.yInvert)
    case .damage(let x, let y, let width, let height):
      job.damage = job.damage.union(
        PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    case .ready(let high, let low, let nanoseconds):
      let seconds = UInt64(high) << 32 | UInt64(low)
      let time = Duration.seconds(Int64(clamping: seconds)) + .nanoseconds(Int64(nanoseconds))
      finish(job, result(of: job, time: Instant(sinceOrigin: time)))
    case .failed:
      finish(job, .failure(hasChanged(job) ? .outputChanged : .refused))
    case .linuxDmabuf: break
    }
  }

  private func copy(_ job: Job) {
    guard let offer = job.offer else {
      finish(job, .failure(.unsupportedFormat("none in shared memory")))
      return
    }
    guard CaptureFormat(offer.format) != nil else {
      finish(job, .failure(.unsupportedFormat(offer.format.drmName)))
      return
    }
    guard !hasChanged(job) else {
      finish(job, .failure(.outputChanged))
      return
    }
    if trustsRegions, offer.size != job.captured.size, job.captured != PixelRect(job.description.mode) {
      trustsRegions = false
      cancel()
      capture(job.region, of: job.output, when: job.moment, deliver: job.deliver)
      return
    }
    guard offer.size == job.captured.size, offer.stride >= offer.size.width * 4, offer.stride % 4 == 0 else {
      finish(job, .failure(.unexpectedSize(offer.size)))
      return
    }
    guard let buffer = buffer(for: offer) else {
      finish(job, .failure(.noMemory))
      return
    }
    switch job.moment {
    case .now: job.frame.copy(buffer: buffer.proxy)
    case .damaged: job.frame.copyWithDamage(buffer: buffer.proxy)
    }
  }

  private func result(of job: Job, time: Instant) -> Result<CapturedFrame, CaptureFailure> {
    guard !hasChanged(job) else { return .failure(.outputChanged) }
    guard let buffer, let format = CaptureFormat(buffer.format) else { return .failure(.refused) }
    let part = job.region.offset(x: -job.captured.x, y: -job.captured.y)
    // Rows in memory before the first of the part.
    let skipped = job.isYInverted ? job.captured.height - part.maxY : part.y
    let offset = skipped * buffer.stride + part.x * 4
    let count = (part.height - 1) * buffer.stride + part.width * 4
    return .success(
      unsafe CapturedFrame(
        bytes: UnsafeRawBufferPointer(rebasing: buffer.bytes[offset..<offset + count]),
        region: job.region, stride: buffer.stride, format: format, isYInverted: job.isYInverted,
        damage: job.moment == .damaged ? job.damage : nil, time: time))
  }

  private func finish(_ job: Job, _ result: Result<CapturedFrame, CaptureFailure>) {
    cancel()
    job.deliver(result)
  }

  private func hasChanged(_ job: Job) -> Bool {
    let (old, new) = (job.description, job.output.description)
    return job.output.isRemoved || old.mode != new.mode || old.transform != new.transform
      || old.realScale != new.realScale
  }

  private func buffer(for offer: Offer) -> SharedMemoryBuffer? {
    if let buffer, Offer(format: buffer.format, size: buffer.size, stride: buffer.stride) == offer {
      return buffer
    }
    buffer?.destroy()
    buffer = try? SharedMemoryBuffer(
      connection, size: offer.size, stride: offer.stride, format: offer.format)
    return buffer
  }
}

extension OutputDescription {
  /// A part of the panel in logical pixels of the output; nil if that cannot be said exactly.
  ///
  /// Neither for fractional scales, whose rounding differs between compositors, nor for turned outputs, whose
  /// regions wlroots 0.15 mirrors.
  nonisolated func logicalRegion(_ region: PixelRect) -> PixelRect? {
    let scale = integerScale
    guard transform == .normal, realScale == Double(scale), region == region.aligned(to: scale) else {
      return nil
    }
    return PixelRect(
      x: region.x / scale, y: region.y / scale, width: region.width / scale, height: region.height / scale)
  }
}

extension CaptureFormat {
  fileprivate init?(_ format: WlShm.Format) {
    switch format {
    case .xrgb8888, .argb8888: self = .bgrx
    case .xbgr8888, .abgr8888: self = .rgbx
    default: return nil
    }
  }
}

extension WlShm.Format {
  /// As DRM calls it: four characters, but for the two that wl_shm numbers itself.
  nonisolated var drmName: String {
    switch self {
    case .argb8888: "AR24"
    case .xrgb8888: "XR24"
    default:
      String(
        decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }, as: UTF8.self)
    }
  }
}
