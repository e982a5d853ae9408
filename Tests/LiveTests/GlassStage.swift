import Geometry
import GlassModel
import HeadlessSession
import LiveGlass
import Loop
import Rendering
import RenderingGLES
import Scenes
import TestSupport
import VisualEffects
import Wayland

/// A desktop of known pixels with surfaces of the library on it, served by the test itself.
final class GlassStage {
  static let size = PixelSize(width: 1280, height: 720)
  static let wallpaper = TestPictures.desktop(size)
  static let material = Material.named("systemMaterial", isDark: true)!

  let sway: HeadlessSway
  let client: TestClient
  let wallpaper: TestSurface
  let loop: EventLoop
  private let clock: ManualClock?
  private let connection: Connection
  let session: GlassSession
  private(set) var messages: [String] = []

  var output: LiveOutput { session.outputs[0] }

  /// The advance of a clock that is turned by hand, per turn of the loop: long enough for the work of a turn, which
  /// takes real time.
  private static let turn = Duration.milliseconds(20)

  /// If there is a `clock`, the surfaces go by it, which passes as the stage is run, however long that really takes.
  init(
    swayRules: String = "", maximumRate: Int? = 240, clock: ManualClock? = nil,
    renderer: RendererFactory = .gles
  ) throws {
    self.clock = clock
    sway = try HeadlessSway(output: "resolution 1280x720@60Hz", configuration: swayRules)
    client = try TestClient(sway)
    wallpaper = try client.showWallpaper(Self.wallpaper)
    loop = try EventLoop(clock: clock)
    connection = try Connection(displayName: sway.socket)
    session = try GlassSession(
      connection, loop: loop, renderer: renderer,
      backdrop: BackdropPolicy(maximumRate: maximumRate)
    )
    session.onMessage = { [unowned self] _, text in messages.append(text) }
    session.onFailure = { [unowned self] in messages.append("failed: \($0)") }
    session.attach()
    try run("an output") { !self.session.outputs.isEmpty }
  }

  func stop() {
    session.close()
    sway.stop()
  }

  /// Serves the surfaces until `condition` holds; throws if it never does.
  func run(
    _ awaited: String, until condition: () throws -> Bool
  ) throws {
    let deadline = Deadline.patient
    while try !condition() {
      if deadline.hasPassed {
        let phases = session.outputs.flatMap(\.surfaces).map { "\($0.id.rawValue): \($0.phase) \($0.frame)" }
        throw SessionError.timeout(awaited: awaited, log: "\(phases)\n" + messages.joined(separator: "\n"))
      }
      clock?.advance(by: Self.turn)
      loop.runOnce(until: loop.now + .milliseconds(20))
    }
  }

  /// One sheet of the material, with corners if it has any.
  static func sheet(corners: Corners = .square) -> (LiveSurface.Layout) -> Scene {
    { layout in
      Scene(
        size: layout.size,
        nodes: [.effect(EffectNode(frame: PixelRect(layout.size), material: material, corners: corners))])
    }
  }

  func waitUntilLive() throws {
    try run("live glass") { self.output.surfaces.allSatisfy { $0.phase == .watching } }
  }

  /// Waits until nothing is captured or drawn any more, and returns what is shown.
  func settle() throws -> Bitmap {
    try waitUntilLive()
    var last: Bitmap?
    try run("a still picture") {
      let before = self.counts
      self.rest()
      guard self.counts == before, self.output.isCapturePending,
        self.output.surfaces.allSatisfy(\.isSettled)
      else { return false }
      let picture = try self.client.capture()
      self.rest()
      let isStill = last?.isSame(as: picture) == true
      last = picture
      return isStill
    }
    return last!
  }

  /// Returns when the compositor has handled what the client did before, the surfaces what they were told of that, and the
  /// compositor what they answered.
  func synchronise() throws {
    for connection in [client.connection, connection] { try connection.roundTrip() }
    loop.serveWhatIsReady()
    try connection.roundTrip()
    loop.serveWhatIsReady()
  }

  /// Serves the surfaces for longer than the pause between captures.
  func rest() {
    for _ in 0..<6 {
      clock?.advance(by: Self.turn)
      loop.serveForAMoment()
    }
  }

  /// Waits until nothing is drawn and nothing captured for a second.
  ///
  /// A round trip does not show that: captures that never end wait for frames of the compositor and for pauses of their own.
  func waitUntilNothingHappens() throws {
    var before: ([Int], Int)?
    try run("rest") {
      loop.serveForASecond()
      let now = (self.counts, self.output.statistics.captures)
      defer { before = now }
      return before.map { $0 == now } ?? false
    }
  }

  /// The number of commits of each surface so far.
  var counts: [Int] { output.surfaces.map(\.commitCount) }

  /// The expected picture of a sheet of the material in `frame` over `background`.
  static func expected(over background: Bitmap = wallpaper, in frame: PixelRect) -> ReferencePicture {
    let glass = ReferenceGlass(
      chain: material.chain, sigma: material.blurRadius, leak: Leak.forBlur(sigma: material.blurRadius))
    let reach = Int(4.5 * material.blurRadius) + 8
    let left = max(0, frame.x - reach).flooredToMultiple(of: 4)
    let top = max(0, frame.y - reach).flooredToMultiple(of: 4)
    let right = min(size.width, (frame.maxX + reach).flooredToMultiple(of: 4))
    let bottom = min(size.height, (frame.maxY + reach).flooredToMultiple(of: 4))
    let seen = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    return glass.shown(
      over: ReferencePicture(background.cropped(to: seen)), in: frame.offset(x: -left, y: -top))
  }
}
