import Geometry
import GlassModel
import Scenes
import TestSupport
import Testing
import Wayland

@testable import LiveGlass

struct SurfaceRosterTests {
  private let stage = RosterStage()
  private static let bar = SurfacePlacement.strip(along: .top, thickness: 40)
  private static let banner = SurfacePlacement(anchors: [.top, .right], width: 300, height: 200)

  @Test func `a surface that is wanted gets a window once, and what lies behind it is found out`() {
    let surface = stage.add(Self.bar)
    #expect(!stage.roster.isOpen)
    #expect(stage.openWanted())
    #expect(stage.roster.isOpen && !stage.openWanted())
    #expect(stage.calls == [.window(surface.id), .look(surface.id)])
    #expect(surface.frame == PixelRect(x: 0, y: 0, width: 1000, height: 40))
  }

  @Test func `a surface that comes moves those that give way to it`() {
    let banner = stage.add(Self.banner)
    _ = stage.openWanted()
    #expect(banner.frame == PixelRect(x: 700, y: 0, width: 300, height: 200))
    let bar = stage.add(Self.bar)
    _ = stage.openWanted()
    #expect(banner.frame == PixelRect(x: 700, y: 40, width: 300, height: 200))
    stage.perform(stage.roster.close(bar))
    #expect(banner.frame == PixelRect(x: 700, y: 0, width: 300, height: 200))
  }

  @Test func `the compositor's answer gives a surface its size`() {
    let surface = stage.add(Self.banner)
    _ = stage.openWanted()
    stage.perform(stage.roster.configure(surface, LogicalSize(width: 280, height: 100), serial: 1))
    #expect(surface.frame == PixelRect(x: 720, y: 0, width: 280, height: 100))
    #expect(stage.window(of: surface)?.acknowledged == [])
    // An answer to a surface that has gone meanwhile is for nobody.
    stage.perform(stage.roster.close(surface))
    stage.perform(stage.roster.configure(surface, LogicalSize(width: 10, height: 10), serial: 2))
    #expect(surface.frame.width == 280)
  }

  @Test func `answers that tell the order of zones move the other surfaces too`() {
    let bar = stage.add(.strip(along: .bottom, thickness: 40))
    let side = stage.add(.strip(along: .left, thickness: 50))
    while stage.openWanted() {}
    #expect(bar.frame.x == 0 && side.frame.height == 560)
    stage.perform(stage.roster.configure(bar, LogicalSize(width: 950, height: 40), serial: 1))
    #expect(bar.frame == PixelRect(x: 50, y: 560, width: 950, height: 40))
    #expect(side.frame == PixelRect(x: 0, y: 0, width: 50, height: 600))
  }

  @Test func `an answer that changes nothing is acknowledged at once`() {
    let surface = stage.add(Self.banner)
    _ = stage.openWanted()
    stage.perform(stage.roster.configure(surface, LogicalSize(width: 300, height: 200), serial: 1))
    _ = surface.takeStep()
    stage.perform(stage.roster.configure(surface, LogicalSize(width: 300, height: 200), serial: 2))
    #expect(stage.window(of: surface)?.acknowledged == [2])
  }

  @Test func `a surface without room is kept off the screen until there is room, which is said once`() {
    let wall = stage.add(.strip(along: .top, thickness: 600))
    let surface = stage.add(.strip(along: .left, thickness: 40))
    for _ in 0..<3 { _ = stage.openWanted() }
    #expect(surface.window == nil && stage.warnings.count == 1)
    stage.perform(stage.roster.close(wall))
    #expect(stage.openWanted())
    #expect(surface.window != nil && stage.warnings.count == 1)
  }

  @Test func `a surface that loses its room is withheld`() {
    let surface = stage.add(Self.bar)
    _ = stage.openWanted()
    stage.perform(stage.roster.configure(surface, LogicalSize(width: 1000, height: 40), serial: 1))
    surface.lie(at: .empty, logicalSize: LogicalSize(width: 0, height: 0))
    stage.perform(stage.roster.withholdWithoutRoom())
    #expect(surface.window == nil)
    #expect(stage.calls.last == .unmapped(surface.id))
  }

  @Test func `a surface that gets no window is dropped, and the program is told`() {
    let surface = stage.add(Self.bar)
    stage.refused = [surface.id]
    #expect(!stage.openWanted())
    #expect(stage.roster.surfaces.isEmpty && stage.warnings.count == 1)
    #expect(stage.calls == [.dropped(surface.id)])
  }

  @Test func `a surface that is closed twice loses its window once`() {
    let surface = stage.add(Self.bar)
    _ = stage.openWanted()
    stage.calls = []
    stage.perform(stage.roster.close(surface))
    stage.perform(stage.roster.close(surface))
    #expect(stage.calls == [.unmapped(surface.id)])
    #expect(stage.journal.take() == [.destroyed(surface.id)])
  }

  @Test func `a surface that is to be held to another edge is made anew`() {
    let surface = stage.add(Self.bar)
    _ = stage.openWanted()
    surface.placement = .strip(along: .left, thickness: 40)
    stage.perform(stage.roster.rearrange())
    #expect(surface.window == nil && stage.roster.surfaces.count == 1)
    #expect(stage.openWanted())
    #expect(surface.frame == PixelRect(x: 0, y: 0, width: 40, height: 600))
  }

  @Test func `another size is asked for, at once where nothing is shown yet`() {
    let surface = stage.add(Self.banner)
    _ = stage.openWanted()
    surface.placement.height = 100
    stage.perform(stage.roster.rearrange())
    #expect(stage.window(of: surface)?.requests == [.requested])
    _ = surface.takeStep()
    surface.placement.height = 150
    stage.perform(stage.roster.rearrange())
    #expect(stage.window(of: surface)?.requests == [.requested, .prepared])
    #expect(surface.frame.height == 150 && surface.state.needsStep)
  }

  @Test func `surfaces are fitted to another output without losing their windows`() {
    let surface = stage.add(Self.bar)
    _ = stage.openWanted()
    _ = surface.takeStep()
    stage.calls = []
    stage.roster.refit(RosterStage.fit(PixelSize(width: 500, height: 300)))
    #expect(surface.frame.width == 500 && surface.window != nil && !surface.isShown)
    // The former surface on the screen is still as wide as it was.
    #expect(stage.roster.formerFrame(of: surface).width == 1000)
    #expect(!stage.openWanted())
    #expect(stage.calls == [.look(surface.id)])
  }

  @Test func `surfaces that are taken down all together are wanted all the same`() {
    let surfaces = [stage.add(Self.bar), stage.add(Self.banner)]
    _ = stage.openWanted()
    var released: [SurfaceID] = []
    #expect(stage.roster.unmapAll { released.append($0.id) }.isEmpty)
    #expect(released == surfaces.map(\.id) && !stage.roster.isOpen)
    #expect(stage.openWanted())
    #expect(stage.roster.removeAll().map(\.id) == surfaces.map(\.id))
    #expect(stage.roster.surfaces.isEmpty)
  }

  @Test func `a surface that is found elsewhere lies there, and those that depend on it move`() {
    let surface = stage.add(Self.banner)
    _ = stage.openWanted()
    _ = surface.takeStep()
    let seen = surface.frame.offset(x: 0, y: 30)
    let finding = stage.roster.search([surface.id: 0]) { _, _ in seen }
    #expect(finding.found == [surface.id] && surface.frame == seen && surface.state.needsStep)
  }

  @Test func `surfaces are introduced once`() {
    let surface = stage.add(Self.bar)
    _ = stage.openWanted()
    stage.perform(stage.roster.configure(surface, LogicalSize(width: 1000, height: 40), serial: 1))
    #expect(stage.roster.takeIntroduced().isEmpty)
    surface.state.backgroundKnown()
    #expect(stage.roster.takeIntroduced().isEmpty)
    surface.applied.glass = surface.requestGlass(scale: 1, isLive: true, isFrozen: true)
    #expect(stage.roster.takeIntroduced().map(\.id) == [surface.id])
    #expect(stage.roster.takeIntroduced().isEmpty)
  }
}

/// A roster whose effects are noted.
private final class RosterStage {
  enum Call: Equatable {
    case window(SurfaceID)
    case look(SurfaceID)
    case unmapped(SurfaceID)
    case dropped(SurfaceID)
  }

  let journal = FakeWindow.Journal()
  let roster = SurfaceRoster(
    RosterStage.fit(PixelSize(width: 1000, height: 600)), order: ExclusiveZoneOrder())
  private var windows: [SurfaceID: FakeWindow] = [:]
  private var count = 0
  var calls: [Call] = []
  private(set) var warnings: [String] = []
  /// Surfaces that get no window.
  var refused: Set<SurfaceID> = []

  static func fit(_ size: PixelSize) -> OutputFit {
    var description = OutputDescription()
    description.mode = size
    return OutputFit(description, hasViewporter: true)
  }

  func add(_ placement: SurfacePlacement) -> LiveSurface {
    count += 1
    let surface = LiveSurface(
      SurfaceID(count), on: nil, placement: placement, expecting: nil, opacity: 1
    ) { Scene(size: $0.size, nodes: []) }
    roster.add(surface)
    return surface
  }

  func window(of surface: LiveSurface) -> FakeWindow? { windows[surface.id] }

  /// Opens the surfaces that are wanted; returns whether one got a window.
  func openWanted() -> Bool {
    let (isNew, effects) = roster.openWanted(canGrab: true) {
      (surface: LiveSurface) throws(WaylandError) in try makeWindow(for: surface)
    }
    perform(effects)
    return isNew
  }

  private func makeWindow(for surface: LiveSurface) throws(WaylandError) -> any SurfaceWindow {
    if refused.contains(surface.id) { throw .missingProtocol("zwlr_layer_shell_v1") }
    calls.append(.window(surface.id))
    let window = FakeWindow(surface.id, journal)
    windows[surface.id] = window
    return window
  }

  func perform(_ effects: [SurfaceRoster.Effect]) {
    for effect in effects {
      switch effect {
      case .lookBehind(let surface): calls.append(.look(surface.id))
      case .glassChanged: break
      case .unmapped(let surface, let window, _):
        calls.append(.unmapped(surface.id))
        window.destroy()
      case .dropped(let surface): calls.append(.dropped(surface.id))
      case .warn(let text, _): warnings.append(text)
      }
    }
  }
}
