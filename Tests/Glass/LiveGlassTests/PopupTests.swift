import Geometry
import GlassModel
import Rendering
import Scenes
import Testing
import VisualEffects
import Wayland

@testable import LiveGlass

/// Popups on the glass of an output whose compositor a test plays.
struct PopupTests {
  private let stage = OutputGlassStage()
  private static let bar = SurfacePlacement.strip(along: .top, thickness: 40)
  private static let popup = PopupPlacement(
    anchor: LogicalRect(x: 180, y: 0, width: 40, height: 40), width: 200, height: 100, gravity: .bottom)

  @Test func `a popup is opened when its surface is on the screen`() throws {
    let bar = stage.open(Self.bar)
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.iterate()
    #expect(bar.window != nil && popup.window == nil)
    for _ in 0..<2 { try stage.settle() }
    #expect(popup.isShown && popup.applied.glass?.isFrozen == false)
    #expect(popup.frame == PixelRect(x: 100, y: 40, width: 200, height: 100))
  }

  @Test func `a popup is committed once the compositor has made it`() throws {
    let bar = stage.open(Self.bar)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.iterate()
    _ = stage.journal.take()
    stage.glass.arrive(.popup(popup, .created))
    try stage.iterate()
    #expect(stage.journal.take().contains(.begun(popup.id)))
  }

  @Test func `a popup whose parent ended before the compositor has made it is never committed`() throws {
    let bar = stage.open(Self.bar)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.iterate()
    _ = stage.journal.take()
    // The output of the bar was unplugged.
    stage.glass.arrive(.layer(bar, .closed))
    stage.glass.arrive(.popup(popup, .created))
    try stage.iterate()
    let entries = stage.journal.take()
    #expect(entries.contains(.destroyed(popup.id)) && !entries.contains(.begun(popup.id)))
  }

  @Test func `a popup is expected beside its anchor until the compositor has put it somewhere`() throws {
    let bar = stage.open(Self.bar)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.iterate()
    #expect(popup.frame == PixelRect(x: 100, y: 40, width: 200, height: 100))
    let asked = stage.capture.requests.count
    stage.configure(popup, at: LogicalRect(x: 300, y: 60, width: 180, height: 80))
    try stage.iterate()
    #expect(popup.frame == PixelRect(x: 300, y: 60, width: 180, height: 80))
    // The background at the new place has not been asked for.
    #expect(!popup.isShown && stage.capture.requests.count == asked + 1)
    for _ in 0..<3 { try stage.look() }
    #expect(popup.isShown)
  }

  @Test func `a popup goes with the surface that it belongs to`() throws {
    var place = SurfacePlacement(anchors: [.top, .left], width: 400, height: 40)
    place.exclusiveZone = 0
    let panel = stage.open(place)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: panel)
    try stage.settle()
    // Another program's panel has pushed it.
    stage.fake.validity = [panel.id: 0]
    stage.fake.places = [panel.id: panel.frame.offset(x: 0, y: 30)]
    try stage.look()
    #expect(panel.frame.y == 30 && popup.frame == PixelRect(x: 100, y: 70, width: 200, height: 100))
  }

  @Test func `popups are destroyed before the surfaces that they belong to`() throws {
    let bar = stage.open(Self.bar)
    let other = stage.open(.strip(along: .bottom, thickness: 40))
    try stage.settle()
    let menu = stage.openPopup(Self.popup, of: bar)
    try stage.settle()
    let submenu = stage.openPopup(Self.popup, of: menu)
    try stage.settle()
    var closed: [SurfaceID] = []
    for surface in [bar, menu, submenu] { surface.onClosed = { closed.append(surface.id) } }
    _ = stage.journal.take()
    stage.glass.arrive(.layer(bar, .closed))
    for _ in 0..<2 { try stage.iterate() }
    let destroyed = stage.journal.take().filter { if case .destroyed = $0 { true } else { false } }
    #expect(destroyed == [.destroyed(submenu.id), .destroyed(menu.id), .destroyed(bar.id)])
    #expect(closed == [submenu.id, menu.id, bar.id])
    #expect(stage.glass.surfaces.map(\.id) == [other.id] && other.isShown)
  }

  @Test func `a popup that covers others goes before its surface, though that covers nothing`() throws {
    let bar = stage.open(Self.bar)
    var place = SurfacePlacement(anchors: [.top, .left], width: 300, height: 200)
    place.margins.top = 60
    let banner = stage.open(place)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.settle()
    #expect(banner.applied.glass?.mask != nil)
    _ = stage.journal.take()
    stage.glass.close(bar)
    try stage.iterate()
    let destroyed = stage.journal.take().filter { if case .destroyed = $0 { true } else { false } }
    #expect(destroyed == [.destroyed(popup.id), .destroyed(bar.id)])
  }

  @Test func `a popup with a grab is not asked for before the last one is destroyed, which covers a banner`()
    throws
  {
    let bar = stage.open(Self.bar)
    var place = SurfacePlacement(anchors: [.top, .left], width: 300, height: 200)
    place.margins.top = 60
    let banner = stage.open(place)
    try stage.settle()
    var grabbing = Self.popup
    grabbing.takesGrab = true
    let first = stage.openPopup(grabbing, of: bar)
    try stage.settle()
    #expect(banner.applied.glass?.mask != nil)
    _ = stage.journal.take()
    stage.glass.close(first)
    let second = stage.openPopup(grabbing, of: bar)
    let requests = stage.updateRequests
    try stage.iterate()
    #expect(second.window == nil)
    #expect(stage.journal.take().contains(.destroyed(first.id)))
    // The waiting popup is opened without another event.
    #expect(stage.updateRequests > requests)
    try stage.iterate()
    #expect(second.window != nil)
  }

  @Test func `a popup that the compositor dismisses is closed, and its surface stays`() throws {
    let bar = stage.open(Self.bar)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.settle()
    var closings = 0
    popup.onClosed = { closings += 1 }
    stage.glass.arrive(.popup(popup, .done))
    stage.glass.arrive(.popup(popup, .done))
    for _ in 0..<2 { try stage.iterate() }
    #expect(closings == 1 && popup.window == nil && bar.isShown)
    #expect(stage.glass.surfaces.map(\.id) == [bar.id])
  }

  @Test func `a popup that the compositor dismisses before it has a place is closed`() throws {
    let bar = stage.open(Self.bar)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.iterate()
    #expect(popup.window != nil)
    stage.glass.arrive(.popup(popup, .done))
    stage.configure(popup, at: LogicalRect(x: 0, y: 40, width: 200, height: 100))
    for _ in 0..<2 { try stage.iterate() }
    #expect(popup.window == nil && bar.isShown)
  }

  @Test func `popups are closed when the output changes, and when everything is made anew`() throws {
    let bar = stage.open(Self.bar)
    for isReset in [false, true] {
      try stage.settle()
      let popup = stage.openPopup(Self.popup, of: bar)
      try stage.settle()
      var isClosed = false
      popup.onClosed = { isClosed = true }
      if isReset {
        stage.glass.reset()
      } else {
        stage.panel.width = 800
        stage.glass.adopt(stage.fit)
      }
      #expect(popup.window == nil && stage.glass.surfaces.map(\.id) == [bar.id])
      try stage.iterate()
      #expect(isClosed)
    }
  }

  @Test func `popups end with their output, before their surfaces`() throws {
    let bar = stage.open(Self.bar)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    try stage.settle()
    var closed: [SurfaceID] = []
    for surface in [bar, popup] { surface.onClosed = { closed.append(surface.id) } }
    _ = stage.journal.take()
    stage.glass.remove()
    #expect(stage.journal.take() == [.destroyed(popup.id), .destroyed(bar.id)])
    #expect(closed == [popup.id, bar.id] && stage.capture.isDestroyed)
  }

  @Test func `a popup lies above all surfaces of its layer, and below those above that`() throws {
    let bar = stage.open(Self.bar)
    try stage.settle()
    let popup = stage.openPopup(Self.popup, of: bar)
    let banner = stage.open(SurfacePlacement(anchors: [.top, .left], width: 300, height: 200))
    var place = SurfacePlacement(anchors: [.top, .left], width: 300, height: 200)
    place.layer = .overlay
    let alarm = stage.open(place)
    for isNewestFirst in [false, true] {
      stage.order.isNewestFirst = isNewestFirst
      #expect(stage.glass.roster.isBelow(bar, popup) && !stage.glass.roster.isBelow(popup, bar))
      #expect(stage.glass.roster.isBelow(banner, popup) && stage.glass.roster.isBelow(popup, alarm))
    }
  }
}
