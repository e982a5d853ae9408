public import Geometry
public import GlassModel
public import Loop
public import Rendering
import Scenes
public import Typography
public import Wayland

/// Live glass on all outputs of a compositor: the connection, the graphics, and a `LiveOutput` for each output.
///
/// Everything happens on the thread of the loop, in its phases. The program sets the callbacks, calls `attach`, and runs
/// the loop.
@MainActor public final class GlassSession {
  /// The severity of a message.
  public enum Level: Sendable {
    case warning, info
  }

  public let connection: Connection
  public let loop: EventLoop
  /// All outputs in the order in which they were added, including those that are switched off.
  public private(set) var outputs: [LiveOutput] = []
  /// Called for each output, including those present at the start; surfaces can be opened on it at once.
  public var onOutputAdded: ((LiveOutput) -> Void)?
  /// Called when an output's mode, scale or transform has changed, before its surfaces are fitted to that: a
  /// good time to change their placements.
  public var onOutputChanged: ((LiveOutput) -> Void)?
  /// Called when an output was removed; its surfaces are closed.
  public var onOutputRemoved: ((LiveOutput) -> Void)?
  /// Called once when nothing can be shown any more: the connection has ended, or no renderer works.
  public var onFailure: ((GlassError) -> Void)?
  /// Called with messages for the user, one line each.
  public var onMessage: ((Level, String) -> Void)?
  /// The policy for every output; a change takes effect in the next update.
  public var backdrop: BackdropPolicy {
    didSet {
      if backdrop == oldValue { return }
      for output in outputs { output.glass.follow(backdrop) }
      needsUpdate()
    }
  }

  /// A decoder of wallpapers for an output of a size in physical pixels, called on a thread of its own; nil:
  /// no wallpapers are shown.
  ///
  /// `Pictures.Picture` has a decoder for it.
  public var decodeWallpaper: (@Sendable (BackdropPolicy.Wallpaper, PixelSize) -> WallpaperContent)? {
    get { wallpapers.decode }
    set { wallpapers.decode = newValue }
  }

  /// The moment before which nothing is drawn, so that the program can do urgent work; nil: everything is
  /// drawn at once. Changes until then are drawn afterwards.
  public var drawingDeadline: Instant? {
    didSet { if drawingDeadline != oldValue { needsUpdate() } }
  }
  /// The number of times that `drawingDeadline` has delayed drawing, for tests.
  public private(set) var postponementCount = 0

  /// Whether the CPU draws; false before a renderer was started.
  public var isSoftware: Bool { graphics.renderer?.isSoftware ?? false }

  /// The name, for the user, of the renderer that draws or will draw, such as `OpenGL ES`.
  public var rendererName: String { graphics.name }

  /// The renderers that are preferred to the one that draws, and the reasons why they do not draw.
  public var rejectedRenderers: [RendererChoice.Rejection] { graphics.rejections }

  let graphics: Graphics
  let wallpapers: WallpaperReader
  let blur: CompositorBlur
  /// The order of exclusive zones at one edge, as far as it was observed.
  let zoneOrder = ExclusiveZoneOrder()
  private var changedOutputs: [Output] = []
  /// The router of input; nil before `attach` and after `close`.
  private(set) var input: InputRouter?
  private var isAttached = false
  /// The mark for `update`, which is set by `setForNextRun`, since scenes may be being made or drawn.
  private(set) lazy var updates = loop.register("glass", for: .update) { [unowned self] in update() }
  /// The mark for `present`.
  private lazy var frames = loop.register("frames", for: .draw) { [unowned self] in present() }
  /// Calls to the program's callbacks that are made in the next update.
  private var messages: [() -> Void] = []
  private var tidying: Timer?
  /// Whether surfaces were unmapped whose memory has not been returned to the system yet.
  private var holdsFormerSurfaces = false
  private var hasFailed = false
  /// Whether the compositor has not yet confirmed that it has handled the last commits.
  private var isAwaitingCompositor = false
  /// The connection's `commitCount` when the compositor was asked last.
  private var knownCommits = 0
  /// Whether an update waits for the compositor.
  private var isUpdateHeld = false
  private var recovery = GraphicsRecovery()
  /// The moment at which everything is made anew after repeated resets of the GPU; nil: there is no pause.
  private var resumption: Instant?
  private var lastID = 0

  /// Uses `connection`, or connects to the compositor that the environment names, and draws with `renderer`;
  /// nothing is shown yet.
  ///
  /// Throws if there is no compositor, or one without layer surfaces, subsurfaces or shared memory.
  public init(
    _ connection: Connection? = nil, loop: EventLoop, renderer: RendererFactory,
    backdrop: BackdropPolicy = BackdropPolicy()
  ) throws(WaylandError) {
    let connection = if let connection { connection } else { try Connection() }
    // The error names the first missing protocol.
    for name in Self.neededProtocols
    where !connection.globals.all.contains(where: { $0.interface == name }) {
      throw .missingProtocol(name)
    }
    self.connection = connection
    self.loop = loop
    wallpapers = WallpaperReader(loop: loop)
    self.backdrop = backdrop
    graphics = Graphics(connection, renderer, loop: loop)
    blur = CompositorBlur(connection)
  }

  private static let neededProtocols = [
    WlCompositor.interfaceName, WlSubcompositor.interfaceName, WlShm.interfaceName,
    ZwlrLayerShellV1.interfaceName,
  ]

  /// The engine that measures and rasterises text for the surfaces.
  public var text: TextEngine { graphics.text }

  /// The number of GL objects that were made and not deleted, to find leaks.
  public var liveObjectCount: Int { graphics.renderer?.liveObjectCount ?? 0 }

  /// Follows the outputs, and shows changes in each iteration of the loop, until `close`.
  public func attach() {
    precondition(!isAttached, "attached already")
    isAttached = true
    connection.onClosed = { [unowned self] in fail(.connection($0)) }
    connection.outputs.onAdded = { [unowned self] in follow($0) }
    for output in connection.outputs.all { follow(output) }
    input = InputRouter(self)
    blur.onChange = { [unowned self] in
      let what = blur.isAvailable ? "blurs" : "blurs nothing"
      report(.info, "the compositor \(what) behind surfaces now")
      for output in outputs { output.glass.blurChanged() }
      needsUpdate()
    }
    connection.attach(to: loop)
    needsUpdate()
  }

  /// Closes every surface, ends graphics and connection, in this order; idempotent.
  public func close() {
    for mark in [updates, frames] { mark.cancel() }
    tidying?.cancel()
    wallpapers.stop()
    for output in outputs { output.glass.remove() }
    outputs = []
    input?.destroy()
    input = nil
    blur.destroy()
    graphics.destroy()
    connection.close()
  }

  isolated deinit { close() }

  /// A new identifier for a surface.
  func makeID() -> SurfaceID {
    lastID += 1
    return SurfaceID(lastID)
  }

  /// Whether the connection has ended, which the driver may notice before this program.
  func isConnectionOver() -> Bool {
    // `onClosed` reports an error.
    try? connection.readAndDispatch()
    return connection.failure != nil
  }

  func report(_ level: Level, _ text: String) { onMessage?(level, text) }

  // MARK: - Outputs

  private func follow(_ output: Output) {
    output.onChange = { [unowned self] in
      changedOutputs.append($0)
      needsUpdate()
    }
    output.onRemoved = { [unowned self] in remove($0) }
    changedOutputs.append(output)
    needsUpdate()
  }

  /// Notes that an output's geometry has changed although its description has not.
  func geometryChanged(_ output: Output) {
    changedOutputs.append(output)
    needsUpdate()
  }

  private func admitChangedOutputs(now: Instant) {
    let changed = changedOutputs
    changedOutputs = []
    for output in changed {
      if let known = outputs.first(where: { $0.output === output }) {
        if known.hasNewGeometry {
          holdsFormerSurfaces = true
          onOutputChanged?(known)
        }
        known.fit()
      } else {
        let made = LiveOutput(output, session: self)
        outputs.append(made)
        onOutputAdded?(made)
      }
    }
  }

  private func remove(_ output: Output) {
    changedOutputs.removeAll { $0 === output }
    guard let index = outputs.firstIndex(where: { $0.output === output }) else { return }
    let removed = outputs.remove(at: index)
    holdsFormerSurfaces = true
    removed.glass.remove()
    onOutputRemoved?(removed)
  }

  // MARK: - Phases

  /// Handles changes of outputs and surfaces, which `present` shows.
  private func update() {
    guard isAttached, !hasFailed else { return }
    let now = loop.now
    let told = messages
    messages = []
    for message in told { message() }
    admitChangedOutputs(now: now)
    isUpdateHeld = isAwaitingCompositor
    if isUpdateHeld { return stateDeadline() }
    if let resumption, resumption > now { return stateDeadline() }
    resumption = nil
    input?.followKeyboardWishes()
    // The compositor works on the answers while the renderer is made; `onClosed` reports an error.
    if !outputs.filter({ $0.glass.openSurfaces() }).isEmpty { _ = try? connection.flush() }
    if isHeldBack(now: now) {
      postponementCount += 1
      return stateDeadline()
    }
    attempt { () throws(RenderingError) in
      guard try startGraphicsIfLasting(now: now) else { return }
      for output in outputs { try output.glass.perform(.update, now: now) }
      if outputs.contains(where: \.glass.roster.isOpen) { frames.set() }
    }
    stateDeadline()
    tidyLater(now: now)
  }

  /// Makes the scenes of all outputs, then draws all of them, then commits all of them.
  private func present() {
    let now = loop.now
    for step in [OutputGlass.Step.layout, .draw, .commit] {
      // `drawingDeadline` may have been set since `update`.
      guard isAttached, !hasFailed, graphics.renderer != nil, !isHeldBack(now: now) else { break }
      attempt { () throws(RenderingError) in
        for output in outputs { try output.glass.perform(step, now: now) }
      }
    }
    awaitCompositor()
    stateDeadline()
  }

  /// Holds updates back until the compositor has handled the commits of this iteration.
  ///
  /// A compositor that is stopped or busy reads no requests and releases no buffers: the socket would fill until the
  /// connection fails, and EGL blocks in a second swap. All changes until the answer are then shown together. Every
  /// compositor answers, also for surfaces that are not seen, which get no frame callbacks.
  private func awaitCompositor() {
    guard !isAwaitingCompositor, connection.commitCount != knownCommits else { return }
    knownCommits = connection.commitCount
    isAwaitingCompositor = true
    connection.afterRequests { [weak self] in self?.compositorAnswered() }
  }

  private func compositorAnswered() {
    isAwaitingCompositor = false
    if isUpdateHeld { needsUpdate() } else { stateDeadline() }
  }

  private func isHeldBack(now: Instant) -> Bool { drawingDeadline.map { $0 > now } ?? false }

  /// Does some work; after an error, makes graphics anew, changes to another renderer or fails.
  private func attempt(_ work: () throws(RenderingError) -> Void) {
    do throws(RenderingError) { try work() } catch .contextLost {
      recoverGraphics()
    } catch {
      if !fallBack(because: "\(error)") { fail(.rendering(error)) }
    }
  }

  /// Starts the renderer if there is something to draw; returns false if that will be tried again later.
  ///
  /// After a reset, a GPU may refuse for a while to start.
  private func startGraphicsIfLasting(now: Instant) throws(RenderingError) -> Bool {
    do throws(RenderingError) {
      try startGraphics()
      return true
    } catch {
      guard recovery.hasRecentLosses(at: now) else { throw error }
      recoverGraphics()
      return false
    }
  }

  /// Starts the renderer if there is something to draw.
  private func startGraphics() throws(RenderingError) {
    guard outputs.contains(where: \.glass.roster.isOpen), try startRenderer() else { return }
    // The compositor has answered meanwhile: with these events read, the first capture goes on while programs
    // and fonts are loaded. `onClosed` reports an error.
    if (try? connection.readAndDispatch()) != nil { _ = try? connection.flush() }
  }

  /// Starts the renderer, unless it was started, and reports the renderers that could not start; returns
  /// whether it was started now.
  func startRenderer() throws(RenderingError) -> Bool {
    let known = graphics.rejections.count
    guard try graphics.start() else { return false }
    for rejection in graphics.rejections.dropFirst(known) {
      report(
        rejection.isExpected ? .info : .warning,
        "\(rejection.name) does not draw: \(rejection.reason)")
    }
    return true
  }

  /// Makes the renderer and every surface anew; after many resets of the GPU another renderer takes over, or,
  /// if there is none, a pause comes before.
  func recoverGraphics() {
    let pause = recovery.lose(at: loop.now)
    if pause > .zero, fallBack(because: "the GPU was reset again and again") { return }
    let moment = pause > .zero ? " in \(pause.components.seconds) seconds" : ""
    report(.warning, "the GPU was reset: everything is drawn anew\(moment)")
    makeGraphicsAnew()
    resumption = pause > .zero ? loop.now + pause : nil
  }

  /// Draws everything anew with `renderer` or, if it cannot draw, with its fallbacks.
  public func draw(by renderer: RendererFactory) {
    makeGraphicsAnew()
    graphics.adopt(renderer)
    recovery = GraphicsRecovery()
    resumption = nil
  }

  /// Changes to the next renderer; returns false if there is none.
  private func fallBack(because reason: String) -> Bool {
    let former = graphics.name
    guard graphics.giveUp(reason) else { return false }
    report(.warning, "\(former) has stopped drawing: \(reason); everything is drawn anew by \(graphics.name)")
    makeGraphicsAnew()
    return true
  }

  /// Unmaps every surface and ends the renderer, so that both are made anew in the next update.
  private func makeGraphicsAnew() {
    for output in outputs { output.glass.reset() }
    graphics.destroy()
    needsUpdate()
  }

  /// Schedules `update` for this iteration, or for the next one if scenes are being made or drawn.
  func needsUpdate() { updates.setForNextRun() }

  /// Schedules a call of the program's callbacks for the next update, so that it is never made while scenes
  /// are made or drawn.
  func tellLater(_ message: @escaping () -> Void) {
    messages.append(message)
    needsUpdate()
  }

  private func stateDeadline() {
    if isAwaitingCompositor {
      // The compositor's answer ends the wait.
      updates.deadline = nil
      return
    }
    let next = outputs.compactMap(\.glass.nextDeadline).min()
    // All other deadlines wait for this one.
    let held = [drawingDeadline, resumption].compactMap(\.self).filter { $0 > loop.now }.max()
    updates.deadline = held ?? next
  }

  /// Schedules `giveBackMemory` if memory of the compiler or of closed surfaces is held.
  private func tidyLater(now: Instant) {
    guard tidying == nil, graphics.holdsCompiler || holdsFormerSurfaces else { return }
    tidying = loop.schedule(at: now + .milliseconds(1500), tolerance: .milliseconds(100)) { [unowned self] in
      giveBackMemory()
    }
  }

  /// Returns memory to the system that nothing on the screen needs: that of the compiler, and that of closed
  /// surfaces.
  ///
  /// The session also does this itself, 1.5 seconds after something was compiled or a surface was closed.
  public func giveBackMemory() {
    tidying.end()
    holdsFormerSurfaces = false
    graphics.tidy()
  }

  /// Notes that a surface was closed; memory is returned later, since another surface may follow at once.
  func surfaceClosed() {
    holdsFormerSurfaces = true
    tidying.end()
    needsUpdate()
  }

  private func fail(_ error: GlassError) {
    guard !hasFailed else { return }
    hasFailed = true
    onFailure?(error)
  }
}

extension GlassSession: OutputGlassSession {
  var now: Instant { loop.now }
  var isBlurred: Bool { blur.isAvailable }
  var isAnyRetiring: Bool { outputs.contains(where: \.glass.isRetiring) }

  func afterRequests(_ handlers: [() -> Void]) {
    input?.afterRequests { for handler in handlers { handler() } }
  }
}

/// The reason why no glass can be shown.
public nonisolated enum GlassError: Error, Equatable, Sendable, CustomStringConvertible {
  case connection(WaylandError)
  case rendering(RenderingError)

  public var description: String {
    switch self {
    case .connection(let error): "\(error)"
    case .rendering(let error): "\(error)"
    }
  }
}
