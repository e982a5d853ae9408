public import Geometry

/// Captures by wlr-screencopy into shared memory, which is reused for captures of the same size.
@MainActor public final class ScreencopySource: CaptureSource {
  /// A capture under way.
  private final class Job {
    let output: Output
    /// The output's description when the capture began: if it has changed since, the frame cannot be used.
    let description: OutputDescription
    /// The wanted region, in the panel's pixels.
    let region: PixelRect
    /// The region that the compositor was asked for, in the panel's pixels: it contains `region`, and may be
    /// the whole panel.
    let captured: PixelRect
    let moment: CaptureMoment
    let deliver: (Result<CapturedFrame, CaptureFailure>) -> Void
    var frame: ScreencopyFrame?
    var probe: RegionProbe?
    var time: Instant?

    init(
      output: Output, region: PixelRect, captured: PixelRect, moment: CaptureMoment,
      deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
    ) {
      self.output = output
      description = output.description
      self.region = region
      self.captured = captured
      self.moment = moment
      self.deliver = deliver
    }
  }

  public var isPending: Bool { job != nil }

  private let connection: Connection
  /// The manager, which is not shared by the connection, because damage counts from the last copy of the same
  /// manager.
  private let screencopy: ZwlrScreencopyManagerV1
  /// Whether regions are copied in the panel's pixels; Mir copies them in logical pixels.
  private var trustsRegions = true
  private var regions = KnownRegions()
  private var job: Job?
  /// Jobs that were cancelled while they waited for damage. The compositor may have answered them already: the answers
  /// come before all events of the next frame.
  private var dropped: [Job] = []
  /// The damage of dropped copies that had been made.
  private var lateDamage = PixelRect.empty
  private let buffers: CaptureBuffers
  /// Whether captures contain the cursor, where the compositor does not draw it into the output anyway.
  package var includesCursor = false

  public init(_ connection: Connection) throws(WaylandError) {
    self.connection = connection
    buffers = CaptureBuffers(connection)
    // Version 3 has `buffer_done`, after which a copy may name its buffer; version 2 has damage.
    screencopy = try connection.globals.bind(ZwlrScreencopyManagerV1.self, version: 3, atLeast: 3)
  }

  isolated deinit {
    destroy()
  }

  public func capture(
    _ region: PixelRect?, of output: Output, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    let region = checked(region, of: output)
    let request = trustsRegions ? regions.request(for: region, of: output.description.geometry) : .whole
    switch request {
    case .region(let request):
      begin(region, request.panel, of: output, when: moment, askFor(request, of: output), deliver: deliver)
    case .whole, .unknown:
      let frame = screencopy.captureOutput(overlayCursor: includesCursor ? 1 : 0, output: output.proxy)
      begin(region, PixelRect(output.description.mode), of: output, when: moment, frame, deliver: deliver)
    }
    // Only copies that are made at once are certain to be of the same frame.
    if case .unknown(let request) = request, moment == .now { probe(request, of: output) }
  }

  @discardableResult public func cancel() -> Bool {
    guard let job else { return true }
    self.job = nil
    job.probe?.destroy()
    guard let frame = job.frame, job.moment == .damaged else {
      job.frame?.destroy()
      return false
    }
    if frame.buffer == nil {
      // Nothing was copied, and no damage reported.
      frame.destroy()
    } else {
      frame.beginDestruction()
      dropped.append(job)
    }
    return true
  }

  /// Collects the damage of dropped copies that had been made after all, when the compositor has answered a later
  /// request.
  private func endDropped() {
    for frame in dropped.compactMap(\.frame) {
      if frame.isReady { lateDamage = lateDamage.union(frame.damage) }
      frame.destroy()
    }
    dropped = []
  }

  public func destroy() {
    cancel()
    endDropped()
    buffers.release()
    screencopy.destroy()
  }

  private func begin(
    _ region: PixelRect, _ captured: PixelRect, of output: Output, when moment: CaptureMoment,
    _ proxy: ZwlrScreencopyFrameV1, deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    let job = Job(output: output, region: region, captured: captured, moment: moment, deliver: deliver)
    job.frame = ScreencopyFrame(proxy) { [unowned self, unowned job] event in
      receive(event, of: job)
    }
    self.job = job
  }

  private func askFor(_ request: CaptureRequest, of output: Output) -> ZwlrScreencopyFrameV1 {
    let logical = request.logical
    return screencopy.captureOutputRegion(
      overlayCursor: includesCursor ? 1 : 0, output: output.proxy, x: Int32(logical.x), y: Int32(logical.y),
      width: Int32(logical.width), height: Int32(logical.height))
  }

  private func probe(_ request: CaptureRequest, of output: Output) {
    guard let job else { return }
    job.probe = RegionProbe(askFor(request, of: output), request) { [unowned self] in
      try? SharedMemoryBuffer(connection, size: $0.size, stride: $0.stride, format: $0.format)
    } onEnd: { [unowned self, unowned job] in
      finishIfComplete(job)
    }
  }

  // MARK: - Events

  private func receive(_ event: ScreencopyFrame.Event, of job: Job) {
    guard self.job === job else { return }
    switch event {
    case .offered(let offer):
      endDropped()
      copy(offer, job)
    case .ready(let time):
      job.time = time
      finishIfComplete(job)
    case .failed:
      finish(job, .failure(hasChanged(job) ? .outputChanged : .refused))
    }
  }

  private func copy(_ offer: ScreencopyFrame.Offer?, _ job: Job) {
    guard let offer else {
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
    guard let buffer = buffers.take(offer) else {
      finish(job, .failure(.noMemory))
      return
    }
    job.frame?.copy(into: buffer, when: job.moment)
  }

  private func finishIfComplete(_ job: Job) {
    guard self.job === job, let time = job.time, let frame = job.frame else { return }
    if let probe = job.probe {
      guard probe.isOver else { return }
      let geometry = job.description.geometry
      regions.learn(job.region, probe.request, isAt: probe.place(in: frame, of: geometry))
    }
    finish(job, result(of: job, frame, time: time))
  }

  private func result(
    of job: Job, _ frame: ScreencopyFrame, time: Instant
  ) -> Result<CapturedFrame, CaptureFailure> {
    guard !hasChanged(job) else { return .failure(.outputChanged) }
    guard let buffer = frame.buffer, let format = CaptureFormat(buffer.format) else {
      return .failure(.refused)
    }
    let part = job.region.offset(x: -job.captured.x, y: -job.captured.y)
    // The number of rows in memory before the first row of the part.
    let skipped = frame.isYInverted ? job.captured.height - part.maxY : part.y
    let offset = skipped * buffer.stride + part.x * 4
    let count = (part.height - 1) * buffer.stride + part.width * 4
    defer { lateDamage = .empty }
    return .success(
      unsafe CapturedFrame(
        bytes: UnsafeRawBufferPointer(rebasing: buffer.bytes[offset..<offset + count]),
        region: job.region, stride: buffer.stride, format: format, isYInverted: frame.isYInverted,
        damage: job.moment == .damaged ? frame.damage.union(lateDamage) : nil, time: time, memory: buffer))
  }

  private func finish(_ job: Job, _ result: Result<CapturedFrame, CaptureFailure>) {
    job.frame?.destroy()
    job.probe?.destroy()
    self.job = nil
    job.deliver(result)
  }

  private func hasChanged(_ job: Job) -> Bool {
    job.output.isRemoved || job.output.description.geometry != job.description.geometry
  }
}

extension CaptureFormat {
  init?(_ format: WlShm.Format) {
    switch format {
    case .xrgb8888, .argb8888: self = .bgrx
    case .xbgr8888, .abgr8888: self = .rgbx
    default: return nil
    }
  }
}

extension WlShm.Format {
  /// The format's DRM name of four characters, which is its number except for two formats that wl_shm numbers
  /// itself.
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
