public import Geometry

/// Captures by wlr-screencopy into shared memory, which is reused for captures of the same size.
@MainActor public final class ScreencopySource: CaptureSource {
  /// A capture under way.
  private final class Job {
    let capture: PendingCapture
    /// The region that the compositor was asked for, in the panel's pixels: it contains the wanted one, and may be
    /// the whole panel.
    let captured: PixelRect
    var frame: ScreencopyFrame?
    var probe: RegionProbe?
    var time: Instant?

    init(_ capture: PendingCapture, captured: PixelRect) {
      (self.capture, self.captured) = (capture, captured)
    }
  }

  public var isPending: Bool { job != nil }

  private let connection: Connection
  private let output: Output
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

  public init(_ connection: Connection, of output: Output) throws(WaylandError) {
    (self.connection, self.output) = (connection, output)
    buffers = CaptureBuffers(connection)
    // Version 3 has `buffer_done`, after which a copy may name its buffer; version 2 has damage.
    screencopy = try connection.globals.bind(ZwlrScreencopyManagerV1.self, version: 3, atLeast: 3)
  }

  isolated deinit {
    destroy()
  }

  public func capture(
    _ region: PixelRect?, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    let region = checked(region, of: output)
    let request = trustsRegions ? regions.request(for: region, of: output.description.geometry) : .whole
    switch request {
    case .region(let request):
      begin(region, request.panel, when: moment, askFor(request), deliver: deliver)
    case .whole, .unknown:
      let frame = screencopy.captureOutput(overlayCursor: includesCursor ? 1 : 0, output: output.proxy)
      begin(region, PixelRect(output.description.mode), when: moment, frame, deliver: deliver)
    }
    // Only copies that are made at once are certain to be of the same frame.
    if case .unknown(let request) = request, moment == .now { probe(request) }
  }

  @discardableResult public func cancel() -> Bool {
    guard let job else { return true }
    self.job = nil
    job.probe?.destroy()
    guard let frame = job.frame, job.capture.moment == .damaged else {
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
    _ region: PixelRect, _ captured: PixelRect, when moment: CaptureMoment,
    _ proxy: ZwlrScreencopyFrameV1, deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    let pending = PendingCapture(region, of: output, when: moment, deliver: deliver)
    let job = Job(pending, captured: captured)
    job.frame = ScreencopyFrame(proxy) { [unowned self, unowned job] event in
      receive(event, of: job)
    }
    self.job = job
  }

  private func askFor(_ request: CaptureRequest) -> ZwlrScreencopyFrameV1 {
    let logical = request.logical
    return screencopy.captureOutputRegion(
      overlayCursor: includesCursor ? 1 : 0, output: output.proxy, x: Int32(logical.x), y: Int32(logical.y),
      width: Int32(logical.width), height: Int32(logical.height))
  }

  private func probe(_ request: CaptureRequest) {
    guard let job else { return }
    job.probe = RegionProbe(askFor(request), request) { [unowned self] in
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
      finish(job, .failure(job.capture.refusal))
    }
  }

  private func copy(_ offer: ScreencopyFrame.Offer?, _ job: Job) {
    do throws(CaptureFailure) {
      guard let offer else { throw .unsupportedFormat("none in shared memory") }
      guard CaptureFormat(offer.format) != nil else { throw .unsupportedFormat(offer.format.drmName) }
      guard !job.capture.hasChanged else { throw .outputChanged }
      let (size, wanted) = (offer.size, job.capture)
      if trustsRegions, size != job.captured.size, job.captured != PixelRect(wanted.description.mode) {
        trustsRegions = false
        cancel()
        return capture(wanted.region, when: wanted.moment, deliver: wanted.deliver)
      }
      guard size == job.captured.size, offer.stride >= size.width * 4, offer.stride % 4 == 0 else {
        throw .unexpectedSize(size)
      }
      guard let buffer = buffers.take(offer) else { throw .noMemory }
      job.frame?.copy(into: buffer, when: wanted.moment)
    } catch {
      finish(job, .failure(error))
    }
  }

  private func finishIfComplete(_ job: Job) {
    guard self.job === job, let time = job.time, let frame = job.frame else { return }
    if let probe = job.probe {
      guard probe.isOver else { return }
      let geometry = job.capture.description.geometry
      regions.learn(job.capture.region, probe.request, isAt: probe.place(in: frame, of: geometry))
    }
    finish(job, result(of: job, frame, time: time))
  }

  private func result(
    of job: Job, _ frame: ScreencopyFrame, time: Instant
  ) -> Result<CapturedFrame, CaptureFailure> {
    let result = job.capture.result(
      frame.buffer, showing: job.captured, isYInverted: frame.isYInverted,
      damage: frame.damage.union(lateDamage), time: time)
    if case .success = result { lateDamage = .empty }
    return result
  }

  private func finish(_ job: Job, _ result: Result<CapturedFrame, CaptureFailure>) {
    job.frame?.destroy()
    job.probe?.destroy()
    self.job = nil
    job.capture.deliver(result)
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
