/// The memory of captures: two buffers in turn, more only while frames are kept.
///
/// A captured frame keeps its buffer; none that is kept is written again.
final class CaptureBuffers {
  private let connection: Connection
  private var buffers: [SharedMemoryBuffer] = []

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// A buffer that nobody else keeps; nil without memory.
  func take(_ offer: ScreencopyFrame.Offer) -> SharedMemoryBuffer? {
    // Others are freed as soon as their frames are.
    buffers.removeAll {
      ScreencopyFrame.Offer(format: $0.format, size: $0.size, stride: $0.stride) != offer
    }
    for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) {
      // The one used last goes to the end, so that the other is next.
      let free = buffers.remove(at: index)
      buffers.append(free)
      return free
    }
    let made = try? SharedMemoryBuffer(
      connection, size: offer.size, stride: offer.stride, format: offer.format)
    if let made { buffers.append(made) }
    return made
  }

  /// Lets go of all; those of frames that are kept stay until these go.
  func release() { buffers = [] }
}
