import Geometry
import Testing
import WaylandTestSupport

@testable import Wayland

/// Tests against a compositor that only pretends to blur.
@Suite struct CompositorBlurTests {
  /// The first object that the client binds or makes after the display, the registry and the round trip.
  private static let first: UInt32 = 4

  @Test func `nobody blurs where neither protocol is offered`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_compositor", 4)])
    defer { connection.close() }
    let blur = CompositorBlur(connection)
    #expect(blur.availability == .unsupported && !blur.isAvailable)
    #expect(blur.makeBlur(behind: try Surface(connection)) == nil)
  }

  @Test func `the effect is there when the compositor says so, and gone when it says that`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([
      ("wl_compositor", 4), ("org_kde_kwin_blur_manager", 1), ("ext_background_effect_manager_v1", 1),
    ])
    defer { connection.close() }
    let blur = CompositorBlur(connection)
    #expect(blur.availability == .off)
    var changes = 0
    blur.onChange = { changes += 1 }
    for (flags, isAvailable) in [(UInt32(1), true), (1, true), (0, false), (3, true)] {
      compositor.send(Self.first, 0, [.word(flags)])
      try compositor.deliver(connection)
      #expect(blur.isAvailable == isAvailable)
    }
    #expect(changes == 3)
    blur.destroy()
  }

  @Test(arguments: [
    ("org_kde_kwin_blur_manager", CompositorBlur.Availability.on),
    ("ext_background_effect_manager_v1", .off),
  ])
  func `a protocol that is offered later is used, and one that goes is given up`(
    interface: String, first: CompositorBlur.Availability
  ) throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_compositor", 4)])
    defer { connection.close() }
    let blur = CompositorBlur(connection)
    let surface = try Surface(connection)
    var told: [CompositorBlur.Availability] = []
    blur.onChange = { told.append(blur.availability) }
    for name in [UInt32(7), 8] {
      compositor.announce(name, interface, version: 1)
      try compositor.deliver(connection)
      #expect(blur.makeBlur(behind: surface) != nil)
      compositor.withdraw(name)
      try compositor.deliver(connection)
      #expect(blur.makeBlur(behind: surface) == nil)
    }
    #expect(told == [first, .unsupported, first, .unsupported])
    // Another global is none of its business.
    compositor.withdraw(1)
    try compositor.deliver(connection)
    #expect(blur.availability == .unsupported)
    blur.destroy()
  }

  @Test func `the older protocol gets its region, a commit of it, and is unset before the surface goes`()
    throws
  {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_compositor", 4), ("org_kde_kwin_blur_manager", 1)])
    defer { connection.close() }
    let blur = CompositorBlur(connection)
    #expect(blur.isAvailable)
    let surface = try Surface(connection)
    let behind = try #require(blur.makeBlur(behind: surface))
    _ = try compositor.requests(of: connection)
    behind.setRegion([PixelRect(x: 0, y: 0, width: 10, height: 10)])
    behind.destroy()
    surface.destroy()
    // The manager is 4, the compositor 5, the surface 6, the blur 7, the region 8.
    let (manager, maker, plate, object, region) = (UInt32(4), UInt32(5), UInt32(6), UInt32(7), UInt32(8))
    #expect(
      try compositor.requests(of: connection).map { [$0.object, $0.opcode] } == [
        [maker, 1], [region, 1], [object, 1], [object, 0], [region, 0], [manager, 1], [object, 2],
        [plate, 0],
      ])
  }
}
