import Geometry
import Rendering
import Wayland

/// The pixels of a surface in shared-memory buffers.
///
/// Compositors that copy a buffer release it at once, so that one is enough; others read it until the next
/// one is attached, so that two are used in turn, and a third while both are still read. There are no more:
/// while the compositor reads all three, nothing may be drawn.
final class SharedMemoryCanvas: SurfaceCanvas {
  /// The greatest number of buffers.
  private static let mostBuffers = 3

  /// Called when the compositor has released a buffer after it read all of them.
  var onFree: (() -> Void)?
  private let connection: Connection
  private let surface: Surface
  private var buffers: [Buffer] = []
  /// The buffer that holds the last frame.
  private var current: Buffer?
  /// The parts of the current buffer that were drawn and not presented yet.
  private var damage: [PixelRect] = []

  private final class Buffer {
    let memory: SharedMemoryBuffer
    /// The parts in which the buffer differs from the last frame.
    var stale: [PixelRect]

    init(_ memory: SharedMemoryBuffer) {
      self.memory = memory
      stale = [PixelRect(memory.size)]
    }

    var pixels: CanvasPixels {
      unsafe CanvasPixels(bytes: memory.bytes, size: memory.size, stride: memory.stride)
    }

    /// Adds `damage`, in which the last frame has changed; many rectangles become the one around them.
    func addStale(_ damage: [PixelRect]) {
      stale += damage.flatMap { $0.subtracting(stale) }
      if stale.count > 32 { stale = [stale.reduce(.empty) { $0.union($1) }] }
    }
  }

  /// Makes a canvas for `surface`, which the caller still owns.
  init(_ connection: Connection, for surface: Surface) {
    self.connection = connection
    self.surface = surface
  }

  var pixels: CanvasPixels? { current?.pixels }

  /// Whether the compositor reads all buffers that there may be.
  var isFull: Bool { buffers.count >= Self.mostBuffers && buffers.allSatisfy(\.memory.isBusy) }

  func begin(_ size: PixelSize, damage: [PixelRect]) throws(RenderingError) -> CanvasPixels {
    if current?.memory.size != size { destroy() }
    let buffer = try writable(size)
    if let current, buffer !== current { copy(buffer.stale.subtracting(damage), from: current, to: buffer) }
    buffer.stale = []
    for other in buffers where other !== buffer { other.addStale(damage) }
    self.damage += damage
    current = buffer
    return buffer.pixels
  }

  func present() {
    guard let current, !damage.isEmpty else { return }
    surface.attach(current.memory)
    for rect in damage { surface.damage(rect) }
    surface.commit()
    damage = []
  }

  /// Frees the buffers; a surface that shows one goes on showing it. Idempotent.
  func destroy() {
    for buffer in buffers { buffer.memory.destroy() }
    (buffers, damage) = ([], [])
    current = nil
  }

  /// A buffer that the compositor does not read: the current one if possible, which has the last frame
  /// already. The caller draws nothing while the canvas `isFull`.
  private func writable(_ size: PixelSize) throws(RenderingError) -> Buffer {
    if let current, !current.memory.isBusy { return current }
    if let free = buffers.first(where: { !$0.memory.isBusy }) {
      // A third buffer that was needed for a moment is freed.
      for surplus in buffers.dropFirst(2) where !surplus.memory.isBusy && surplus !== free {
        surplus.memory.destroy()
        buffers.removeAll { $0 === surplus }
      }
      return free
    }
    do {
      let made = Buffer(try SharedMemoryBuffer(connection, size: size))
      buffers.append(made)
      made.memory.onRelease = { [weak self] in self?.bufferReleased() }
      return made
    } catch { throw .allocation(what: "buffer", size) }
  }

  private func bufferReleased() {
    let free = buffers.filter { !$0.memory.isBusy }
    if buffers.count >= Self.mostBuffers, free.count == 1 { onFree?() }
  }

  private func copy(_ rects: [PixelRect], from: Buffer, to: Buffer) {
    let stride = from.memory.stride
    for rect in rects {
      for y in rect.y..<rect.maxY {
        let first = y * stride + rect.x * 4
        let row = unsafe UnsafeRawBufferPointer(rebasing: from.memory.bytes[first..<first + rect.width * 4])
        unsafe UnsafeMutableRawBufferPointer(rebasing: to.memory.bytes[first...]).copyMemory(from: row)
      }
    }
  }
}

extension [PixelRect] {
  /// The parts of these rectangles outside of the others.
  fileprivate func subtracting(_ others: [PixelRect]) -> [PixelRect] { flatMap { $0.subtracting(others) } }
}
