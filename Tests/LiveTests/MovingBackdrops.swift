import Geometry
import Scenes
import TestSupport
import Wayland

/// Pictures that change with every frame, behind the upper edge of each output that there is.
final class MovingBackdrops {
  private let client: TestClient
  private var strips: [ObjectIdentifier: MovingStrip] = [:]
  private var isMoving = true

  init(_ client: TestClient) {
    self.client = client
  }

  /// Serves them until so many frames have been shown on the outputs together; fewer if a second was not enough.
  func move(frames: Int) throws {
    isMoving = true
    let start = frameCount
    try adopt()
    for strip in strips.values { strip.isMoving = true }
    try client.connection.serveForASecond { self.frameCount - start >= frames }
  }

  /// Lets them stand.
  func rest() throws {
    for strip in strips.values { strip.isMoving = false }
    for _ in 0..<5 { try client.connection.serveForAMoment() }
    try adopt()
    for strip in strips.values { strip.isMoving = false }
  }

  private var frameCount: Int { MovingStrip.frameCount }

  /// Follows the outputs, which come and go.
  private func adopt() throws {
    try client.connection.serveWhatIsReady()
    let outputs = client.connection.outputs.all.filter { !$0.description.mode.isEmpty }
    let known = Set(outputs.map { ObjectIdentifier($0) })
    for (id, strip) in strips where !known.contains(id) || strip.isClosed {
      strip.destroy()
      strips[id] = nil
    }
    for output in outputs where strips[ObjectIdentifier(output)] == nil {
      strips[ObjectIdentifier(output)] = try MovingStrip(client.connection, on: output)
    }
  }
}

/// A strip below all panels that shows another part of a picture in each frame.
private final class MovingStrip {
  static var frameCount = 0
  private static let size = PixelSize(width: 320, height: 80)
  private static let picture = TestPictures.desktop(PixelSize(width: 320 + 7 * 67, height: 80), seed: 7)

  var isMoving = true {
    didSet { if isMoving, !isFramePending, !buffers.isEmpty { show() } }
  }
  private(set) var isClosed = false
  private let layer: LayerSurface
  private var buffers: [SharedMemoryBuffer] = []
  private var number = 0
  private var isFramePending = false

  init(_ connection: Connection, on output: Output) throws {
    var configuration = LayerSurface.Configuration(
      output: output, layer: .bottom, anchors: [.top, .left],
      size: LogicalSize(width: Double(Self.size.width), height: Double(Self.size.height)), exclusiveZone: -1)
    configuration.namespace = "test"
    layer = try LayerSurface(connection, configuration)
    let made = try (0..<8).map { number in
      let buffer = try SharedMemoryBuffer(connection, size: Self.size, format: .abgr8888)
      let part = PixelRect(x: number * 67, y: 0, width: Self.size.width, height: Self.size.height)
      unsafe buffer.bytes.copyBytes(from: Self.picture.cropped(to: part).bytes)
      return buffer
    }
    layer.onEvent = { [unowned self] layer, event in
      switch event {
      case .configure(_, let serial):
        layer.acknowledge(serial)
        if buffers.isEmpty { buffers = made }
        show()
      case .closed: isClosed = true
      }
    }
    layer.commit()
  }

  private func show() {
    guard !buffers.isEmpty, !isClosed else { return }
    number += 1
    layer.surface.attach(buffers[number % buffers.count])
    layer.surface.damage()
    if isMoving, !isFramePending {
      isFramePending = true
      layer.surface.requestFrame { [unowned self] _ in
        isFramePending = false
        Self.frameCount += 1
        if isMoving { show() }
      }
    }
    layer.commit()
  }

  func destroy() {
    layer.destroy()
    for buffer in buffers { buffer.destroy() }
    buffers = []
  }
}
