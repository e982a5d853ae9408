import Geometry
import Scenes
import Wayland

/// A picture on the screen: a layer's, or a window's.
final class TestSurface {
  /// The protocol object, for requests that name it.
  var proxy: WlSurface { surface.proxy }

  private let client: TestClient
  private let surface: Surface
  private var layerSurface: LayerSurface?
  private var window: (surface: XdgSurface, toplevel: XdgToplevel)?
  private var buffers: [SharedMemoryBuffer] = []
  private var isConfigured = false

  /// Shows it at a place of its own, whatever else is there.
  ///
  /// `zone`: kept free below the output's upper edge, which is then the only anchor. `takesKeyboard`: it wants the
  /// keyboard for itself, as a launcher does.
  init(
    _ client: TestClient, _ picture: Bitmap, frame: PixelRect, layer: ZwlrLayerShellV1.Layer, zone: Int = -1,
    takesKeyboard: Bool = false
  ) throws {
    self.client = client
    var configuration = LayerSurface.Configuration(
      output: client.output, layer: layer, anchors: zone > 0 ? [.top] : [.top, .left],
      size: LogicalSize(width: Double(frame.width), height: Double(frame.height)), exclusiveZone: zone)
    configuration.margins = EdgeMargins(top: frame.y, left: frame.x)
    configuration.namespace = "test"
    configuration.keyboard = takesKeyboard ? .exclusive : .none
    let layerSurface = try LayerSurface(client.connection, configuration)
    self.layerSurface = layerSurface
    surface = layerSurface.surface
    layerSurface.onEvent = { [unowned self] layerSurface, event in
      guard case .configure(_, let serial) = event else { return }
      layerSurface.acknowledge(serial)
      isConfigured = true
    }
    try open(picture)
  }

  /// Shows it as a window.
  init(_ client: TestClient, _ picture: Bitmap, appID: String, isFullscreen: Bool) throws {
    self.client = client
    surface = try Surface(client.connection)
    let role = try client.connection.globals.shared(XdgWmBase.self, version: 1)
      .getXdgSurface(surface: surface.proxy)
    let toplevel = role.getToplevel()
    window = (role, toplevel)
    role.onEvent = { [unowned self] role, event in
      guard case .configure(let serial) = event else { return }
      role.ackConfigure(serial: serial)
      isConfigured = true
    }
    toplevel.setAppId(appId: appID)
    if isFullscreen { toplevel.setFullscreen(output: nil) }
    try open(picture)
  }

  isolated deinit {
    close()
  }

  private func open(_ picture: Bitmap) throws {
    surface.commit()
    try client.wait("a configure") { isConfigured }
    try showAndWait(picture)
  }

  /// Shows another picture with the next frame; returns at once.
  func show(_ picture: Bitmap) throws {
    let buffer = try freeBuffer(picture.size)
    unsafe buffer.bytes.copyBytes(from: picture.bytes)
    surface.attach(buffer)
    surface.damage()
    surface.commit()
  }

  /// Shows another picture, and waits until a frame with it has been drawn.
  func showAndWait(_ picture: Bitmap) throws {
    var isDone = false
    surface.requestFrame { _ in isDone = true }
    try show(picture)
    try client.wait("a frame of the test's surface") { isDone }
  }

  /// Removes the surface from the screen; idempotent.
  func close() {
    layerSurface?.destroy()
    window?.toplevel.destroy()
    window?.surface.destroy()
    surface.destroy()
    for buffer in buffers { buffer.destroy() }
    (layerSurface, window, buffers) = (nil, nil, [])
    _ = try? client.connection.flush()
  }

  private func freeBuffer(_ size: PixelSize) throws -> SharedMemoryBuffer {
    for buffer in buffers where !buffer.isBusy && buffer.size != size { buffer.destroy() }
    buffers.removeAll { !$0.isBusy && $0.size != size }
    if let free = buffers.first(where: { !$0.isBusy }) { return free }
    // Bytes R G B A, as bitmaps have them.
    let buffer = try SharedMemoryBuffer(client.connection, size: size, format: .abgr8888)
    buffers.append(buffer)
    return buffer
  }
}
