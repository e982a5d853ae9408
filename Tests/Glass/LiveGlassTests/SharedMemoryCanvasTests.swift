import Geometry
import Testing
import Wayland
import WaylandTestSupport

@testable import LiveGlass

struct SharedMemoryCanvasTests {
  private let size = PixelSize(width: 8, height: 4)

  @Test func `there are three buffers at most, and one that is released can be drawn into`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_compositor", 4), ("wl_shm", 1)])
    let surface = try Surface(connection)
    let canvas = SharedMemoryCanvas(connection, for: surface)
    defer { canvas.destroy() }
    var freed = 0
    canvas.onFree = { freed += 1 }
    func draw() throws {
      #expect(!canvas.isFull)
      _ = try canvas.begin(size, damage: [PixelRect(size)])
      canvas.present()
    }
    // The compositor's objects: 4 and 5 are wl_compositor and the surface, 6 is wl_shm, and each buffer follows its pool.
    let buffers: [UInt32] = [8, 10, 12]
    for _ in buffers { try draw() }
    #expect(canvas.isFull && freed == 0)
    let count = Proxy.liveCount
    for round in 0..<6 {
      compositor.send(buffers[round % 3], 0)
      try compositor.deliver(connection)
      #expect(!canvas.isFull && freed == round + 1)
      try draw()
      #expect(canvas.isFull && Proxy.liveCount == count)
    }
    // The release of a second buffer calls nothing, since the canvas was not full.
    for buffer in buffers[..<2] { compositor.send(buffer, 0) }
    try compositor.deliver(connection)
    #expect(freed == 7)
  }
}
