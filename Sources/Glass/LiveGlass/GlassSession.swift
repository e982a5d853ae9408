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
  /// How weighty a message is.
  public enum Level: Sendable {
    case warning, info
  }

  public let connection: Connection
  public let loop: EventLoop
  /// Those that there are, in the order of their coming, also such as are switched off.
  public private(set) var outputs: [LiveOutput] = []
  /// Called for each output, those of the start included; surfaces can be opened on it at once.
  public var onOutputAdded: ((LiveOutput) -> Void)?
  /// Called when mode, scale or transform have changed, before the output's surfaces are fitted to it: a good time
  /// to change their placements.
  public var onOutputChanged: ((LiveOutput) -> Void)?
  /// Called when an output has gone; its surfaces are closed.
  public var onOutputRemoved: ((LiveOutput) -> Void)?
  /// Called once when nothing can be shown any more: the compositor has gone, or there is no way to draw.
  public var onFailure: ((GlassError) -> Void)?
  /// Takes what a person may want to know: one line each.
  public var onMessage: ((Level, String) -> Void)?
  /// For every output; a change takes effect at the next settling.
  public var backdrop: BackdropPolicy {
    didSet { if backdrop != oldValue { for output in outputs { output.follow(backdrop) } } }
  }

  /// Decodes wallpapers for an output of so many physical pixels, on a thread of its own; nil: none are shown.
  ///
  /// `Pictures.Picture` has a decoder for it.
  public var decodeWallpaper: (@Sendable (BackdropPolicy.Wallpaper, PixelSize) -> WallpaperContent)? {
    get { wallpapers.decode }
    set { wallpapers.decode = newValue }
  }

  /// Nothing is drawn before this moment, while the program has something to do that others wait for; nil: all is drawn
  /// as it comes. What happens meanwhile is not lost.
  public var drawingDeadline: Instant? {
    didSet { if drawingDeadline != oldValue { needsUpdate() } }
  }
  /// How often drawing was put off for that, for tests.
  public private(set) var postponementCount = 0

  /// Whether the CPU draws; false before anything was drawn.
  public var isSoftware: Bool { graphics.renderer?.isSoftware ?? false }

  /// What draws or will draw, for people, such as `OpenGL ES`.
  public var rendererName: String { graphics.name }

  /// The renderers that come before the one that draws, and why they do not draw.
  public var rejectedRenderers: [RendererChoice.Rejection] { graphics.rejections }

  let graphics: Graphics
  let wallpapers: WallpaperReader
  let blur: CompositorBlur
  /// How the compositor orders exclusive zones at one edge, as far as it was seen.
  let zoneOrder = ZoneOrder()
  private var changedOutputs: [Output] = []
  /// From `attach` to `close`.
  private(set) var input: InputRouter?
  private var isAttached = false
  /// One for each phase in which outputs have work.
  private var marks: [EventLoop.Phase: Mark] = [:]
  /// The phases after `update` are under way.
  private var isPresenting = false
  /// What the program is told in the next update.
  private var messages: [() -> Void] = []
  private var tidying: Timer?
  /// Surfaces were unmade with an output or its geometry, and their memory has not been given back to the system.
  private var holdsFormerSurfaces = false
  private var hasFailed = false
  private var recovery = GraphicsRecovery()
  /// When everything is made anew after resets of the GPU that followed each other; nil: nothing waits.
  private var resumption: Instant?
  private var lastID = 0

  /// Serves `connection`, or the compositor that the environment names, and draws by `renderer`; nothing is shown yet.
  ///
  /// Throws if there is no compositor, or one without layer surfaces, subsurfaces or shared memory.
  public init(
    _ connection: Connection? = nil, loop: EventLoop, renderer: RendererFactory,
    backdrop: BackdropPolicy = BackdropPolicy()
  ) throws(WaylandError) {
    let connection = if let connection { connection } else { try Connection() }
    // One by one: the first that is missing is named.
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
    marks[.update] = loop.register("glass", for: .update) { [unowned self] in update() }
    marks[.layout] = loop.register("scenes", for: .layout) { [unowned self] in work(.layout) }
    marks[.draw] = loop.register("frames", for: .draw) { [unowned self] in work(.draw) }
    marks[.commit] = loop.register("glass", for: .commit) { [unowned self] in commit() }
  }

  private static let neededProtocols = [
    WlCompositor.interfaceName, WlSubcompositor.interfaceName, WlShm.interfaceName,
    ZwlrLayerShellV1.interfaceName,
  ]

  /// Measures and rasterises text for the surfaces.
  public var text: TextEngine { graphics.text }

  /// GL objects made and not yet deleted, for finding leaks.
  public var liveObjectCount: Int { graphics.renderer?.liveObjectCount ?? 0 }

  /// Follows the outputs, and shows in each iteration of the loop what has changed, until `close`.
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
      for output in outputs { output.blurChanged() }
    }
    connection.attach(to: loop)
    needsUpdate()
  }

  /// Closes every surface, ends graphics and connection, in this order; idempotent.
  public func close() {
    for mark in marks.values { mark.cancel() }
    tidying?.cancel()
    wallpapers.stop()
    for output in outputs { output.remove() }
    outputs = []
    input?.destroy()
    input = nil
    blur.destroy()
    graphics.destroy()
    connection.close()
  }

  isolated deinit { close() }

  /// A number for a surface that none had before.
  func makeID() -> SurfaceID {
    lastID += 1
    return SurfaceID(lastID)
  }

  /// Whether the connection is over, which the driver may find out before we do.
  func isConnectionOver() -> Bool {
    // A failure is reported by `onClosed`.
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

  /// More is known of an output than its description says.
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
    removed.remove()
    onOutputRemoved?(removed)
  }

  // MARK: - Phases

  /// Takes in what happened to outputs and surfaces; the later phases show what follows.
  private func update() {
    guard isAttached, !hasFailed else { return }
    let now = loop.now
    let told = messages
    messages = []
    for message in told { message() }
    admitChangedOutputs(now: now)
    if let resumption, resumption > now { return stateDeadline() }
    resumption = nil
    input?.followKeyboardWishes()
    for output in outputs { output.openSurfaces(now: now) }
    if isHeldBack(now: now) {
      postponementCount += 1
      return stateDeadline()
    }
    attempt { () throws(RenderingError) in
      guard try startGraphicsIfLasting(now: now) else { return }
      for output in outputs { try output.perform(.update, now: now) }
      if outputs.contains(where: \.isOpen) {
        for phase in [EventLoop.Phase.layout, .draw, .commit] { marks[phase]?.set() }
      }
    }
    stateDeadline()
    tidyLater(now: now)
  }

  /// Does the work of a phase after `update` on each output.
  private func work(_ phase: EventLoop.Phase) {
    let now = loop.now
    // What was begun waits where a call has come since.
    guard isAttached, !hasFailed, graphics.renderer != nil, !isHeldBack(now: now) else { return }
    isPresenting = true
    defer { isPresenting = false }
    attempt { () throws(RenderingError) in
      for output in outputs { try output.perform(phase, now: now) }
    }
  }

  private func commit() {
    work(.commit)
    stateDeadline()
  }

  private func isHeldBack(now: Instant) -> Bool { drawingDeadline.map { $0 > now } ?? false }

  /// Does some work, and makes graphics anew or gives up where it cannot be done.
  private func attempt(_ work: () throws(RenderingError) -> Void) {
    do throws(RenderingError) { try work() } catch .contextLost {
      recoverGraphics()
    } catch {
      if !fallBack(because: "\(error)") { fail(.rendering(error)) }
    }
  }

  /// Starts GL when there is something to draw; returns false if that will be tried again later.
  ///
  /// A GPU that has just been reset may refuse for a while what it allowed before.
  private func startGraphicsIfLasting(now: Instant) throws(RenderingError) -> Bool {
    do throws(RenderingError) {
      try startGraphics()
      return true
    } catch {
      guard recovery.isShaken(at: now) else { throw error }
      recoverGraphics()
      return false
    }
  }

  /// Starts GL when there is something to draw.
  private func startGraphics() throws(RenderingError) {
    guard outputs.contains(where: \.isOpen), try startRenderer() else { return }
    // The compositor has answered meanwhile; the first capture then goes on while programs and fonts are got ready.
    // A failure has been reported.
    if (try? connection.readAndDispatch()) != nil { _ = try? connection.flush() }
  }

  /// Starts what draws, unless that was done, and says which renderers could not; returns whether it was done now.
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

  /// Makes all of GL anew, and every surface with it; where that was done often another renderer takes over, or, if there
  /// is none, a pause comes before.
  func recoverGraphics() {
    let pause = recovery.lose(at: loop.now)
    if pause > .zero, fallBack(because: "the GPU was reset again and again") { return }
    let moment = pause > .zero ? " in \(pause.components.seconds) seconds" : ""
    report(.warning, "the GPU was reset: everything is drawn anew\(moment)")
    makeGraphicsAnew()
    resumption = pause > .zero ? loop.now + pause : nil
  }

  /// Draws everything anew by `renderer` and, where it cannot draw, by its fallbacks.
  public func draw(by renderer: RendererFactory) {
    makeGraphicsAnew()
    graphics.adopt(renderer)
    recovery = GraphicsRecovery()
    resumption = nil
  }

  /// Draws by the next renderer; returns false if there is none.
  private func fallBack(because reason: String) -> Bool {
    let former = graphics.name
    guard graphics.giveUp(reason) else { return false }
    report(.warning, "\(former) draws no more: \(reason); everything is drawn anew by \(graphics.name)")
    makeGraphicsAnew()
    return true
  }

  /// Unmaps every surface and ends the renderer, so that both are made anew when the session settles next.
  private func makeGraphicsAnew() {
    for output in outputs { output.reset() }
    graphics.destroy()
    needsUpdate()
  }

  /// Has `update` called in this iteration, or in the next one where scenes are made or drawn already.
  func needsUpdate() {
    if isPresenting { marks[.update]?.setForNextIteration() } else { marks[.update]?.set() }
  }

  /// Tells the program something in the next update: never while scenes are made or drawn.
  func tellLater(_ message: @escaping () -> Void) {
    messages.append(message)
    needsUpdate()
  }

  private func stateDeadline() {
    let next = outputs.compactMap(\.nextDeadline).min()
    // Until then the others wait too.
    let held = [drawingDeadline, resumption].compactMap(\.self).filter { $0 > loop.now }.max()
    marks[.update]?.deadline = held ?? next
  }

  /// Lets the memory go that compiling programs or former surfaces took, once those for what happens now are there.
  private func tidyLater(now: Instant) {
    guard tidying == nil, graphics.holdsCompiler || holdsFormerSurfaces else { return }
    tidying = loop.schedule(at: now + .milliseconds(1500), tolerance: .milliseconds(100)) { [unowned self] in
      giveBackMemory()
    }
  }

  /// Gives what nothing needs that is shown back to the system: what compiling took, and what former surfaces did.
  ///
  /// By itself that is done 1.5 seconds after something was compiled or a surface closed.
  public func giveBackMemory() {
    tidying?.cancel()
    tidying = nil
    holdsFormerSurfaces = false
    graphics.tidy()
  }

  /// The memory of a surface is free; the next one may come at once.
  func surfaceClosed() {
    holdsFormerSurfaces = true
    tidying?.cancel()
    tidying = nil
    needsUpdate()
  }

  private func fail(_ error: GlassError) {
    guard !hasFailed else { return }
    hasFailed = true
    onFailure?(error)
  }
}

/// Why no glass can be shown.
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
