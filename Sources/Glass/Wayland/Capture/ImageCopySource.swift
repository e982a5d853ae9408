public import Geometry

/// Captures by ext-image-copy-capture into shared memory of the whole output's size.
///
/// One session lasts for as long as captures wait for damage; a capture at the moment `now` needs a new
/// session, since within a session the compositor answers only once something has changed.
@MainActor public final class ImageCopySource: CaptureSource {
  /// The compositor's constraints for buffers, as received so far.
  private struct Constraints {
    var size = PixelSize(width: 0, height: 0)
    var formats: [WlShm.Format] = []
    /// Whether all constraints have been received.
    var isComplete = false
  }

  /// A capture under way.
  private final class Job {
    let capture: PendingCapture
    var frame: ExtImageCopyCaptureFrameV1?
    var buffer: SharedMemoryBuffer?
    var damage = PixelRect.empty
    var time: Instant?
    var isTurned = false

    init(_ capture: PendingCapture) { self.capture = capture }
  }

  public var isPending: Bool { job != nil }

  private let sources: ExtOutputImageCaptureSourceManagerV1
  private let manager: ExtImageCopyCaptureManagerV1
  private var session: ExtImageCopyCaptureSessionV1?
  private let output: Output
  private var constraints = Constraints()
  private var job: Job?
  private let buffers: CaptureBuffers

  public init(_ connection: Connection, of output: Output) throws(WaylandError) {
    self.output = output
    buffers = CaptureBuffers(connection)
    sources = try connection.globals.bind(ExtOutputImageCaptureSourceManagerV1.self, version: 1)
    manager = try connection.globals.bind(ExtImageCopyCaptureManagerV1.self, version: 1)
  }

  isolated deinit {
    destroy()
  }

  public func capture(
    _ region: PixelRect?, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    let region = checked(region, of: output)
    let job = Job(PendingCapture(region, of: output, when: moment, deliver: deliver))
    self.job = job
    if moment == .now || session == nil {
      open()
    } else if constraints.isComplete, begin(job) != nil {
      // With a new session, the answer is delivered by its events, and not from within this call.
      open()
    }
  }

  @discardableResult public func cancel() -> Bool {
    job?.frame?.destroy()
    job = nil
    return false
  }

  public func destroy() {
    cancel()
    closeSession()
    buffers.release()
    sources.destroy()
    manager.destroy()
  }

  // MARK: - Session

  private func open() {
    closeSession()
    let source = sources.createSource(output: output.proxy)
    let session = manager.createSession(source: source, options: [])
    source.destroy()
    session.onEvent = { [unowned self] session, event in
      if self.session === session { receive(event) }
    }
    self.session = session
  }

  private func closeSession() {
    session?.destroy()
    session = nil
    constraints = Constraints()
  }

  private func receive(_ event: ExtImageCopyCaptureSessionV1.Event) {
    // The first event after a complete list of constraints begins a new list.
    if constraints.isComplete {
      switch event {
      case .bufferSize, .shmFormat: constraints = Constraints()
      default: break
      }
    }
    switch event {
    case .bufferSize(let width, let height):
      constraints.size = PixelSize(width: Int(width), height: Int(height))
    case .shmFormat(let format): constraints.formats.append(format)
    case .done:
      constraints.isComplete = true
      if let job, job.frame == nil, let failure = begin(job) { finish(job, .failure(failure)) }
    case .stopped:
      closeSession()
      if let job { finish(job, .failure(job.capture.refusal)) }
    case .dmabufDevice, .dmabufFormat: break
    }
  }

  // MARK: - Frame

  /// Asks for the copy; returns the reason why it is impossible, or nil.
  private func begin(_ job: Job) -> CaptureFailure? {
    // The two formats of wl_shm's first version are supported by every compositor that offers them.
    let readable = constraints.formats.filter { CaptureFormat($0) != nil }
    let safe = readable.first { $0 == .xrgb8888 || $0 == .argb8888 }
    guard let format = safe ?? readable.first else {
      return .unsupportedFormat(constraints.formats.first?.drmName ?? "none in shared memory")
    }
    guard constraints.size == job.capture.description.mode else {
      return job.capture.hasChanged ? .outputChanged : .unexpectedSize(constraints.size)
    }
    let size = constraints.size
    let offer = ScreencopyFrame.Offer(format: format, size: size, stride: size.width * 4)
    guard let session, let buffer = buffers.take(offer) else { return .noMemory }
    job.buffer = buffer
    let frame = session.createFrame()
    job.frame = frame
    frame.onEvent = { [unowned self, unowned job] _, event in
      if self.job === job { receive(event, job) }
    }
    frame.attachBuffer(buffer: buffer.proxy)
    let region = job.capture.region
    frame.damageBuffer(
      x: Int32(region.x), y: Int32(region.y), width: Int32(region.width), height: Int32(region.height))
    frame.capture()
    return nil
  }

  private func receive(_ event: ExtImageCopyCaptureFrameV1.Event, _ job: Job) {
    switch event {
    case .transform(let transform):
      // Wlroots copies what the panel shows; a copy that a compositor has turned back would be read wrongly.
      let told = OutputTransform(rawValue: transform.rawValue)
      job.isTurned = told != nil && told != job.capture.description.transform
    case .damage(let x, let y, let width, let height):
      job.damage = job.damage.union(
        PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    case .presentationTime(let high, let low, let nanoseconds):
      job.time = Instant(seconds: (high, low), nanoseconds: nanoseconds)
    case .ready: finish(job, result(of: job))
    case .failed(let reason):
      if reason == .stopped { closeSession() }
      finish(job, .failure(job.capture.refusal))
    }
  }

  private func result(of job: Job) -> Result<CapturedFrame, CaptureFailure> {
    let capture = job.capture
    if job.isTurned { return .failure(capture.refusal) }
    return capture.result(
      job.buffer, showing: PixelRect(capture.description.mode), isYInverted: false, damage: job.damage,
      time: job.time ?? Instant(sinceOrigin: .zero))
  }

  private func finish(_ job: Job, _ result: Result<CapturedFrame, CaptureFailure>) {
    cancel()
    job.capture.deliver(result)
  }
}
