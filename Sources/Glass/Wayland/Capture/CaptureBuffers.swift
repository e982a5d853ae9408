/// The shared-memory buffers of captures: two are used in turn, and more only while frames are kept.
///
/// A captured frame keeps a reference to its buffer, which is not written again until that is released.
final class CaptureBuffers {
  private let connection: Connection
  private var buffers: [SharedMemoryBuffer] = []

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// A buffer for `offer` that no frame keeps; nil if there is no memory.
  func take(_ offer: ScreencopyFrame.Offer) -> SharedMemoryBuffer? {
    // Buffers that do not fit are freed as soon as their frames are.
    buffers.removeAll {
      ScreencopyFrame.Offer(format: $0.format, size: $0.size, stride: $0.stride) != offer
    }
    for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) {
      // The buffer that was used last goes to the end, so that the other is next.
      let free = buffers.remove(at: index)
      buffers.append(free)
      return free
    }
    let made = try? SharedMemoryBuffer(
      connection, size: offer.size, stride: offer.stride, format: offer.format)
    if let made { buffers.append(made) }
    return made
  }

  /// Releases all buffers; those of frames that are kept stay until these are released.
  func release() { buffers = [] }
}
