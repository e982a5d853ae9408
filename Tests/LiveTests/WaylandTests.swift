import Geometry
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing
import Wayland

extension LiveTests {
  @Suite struct WaylandTests {
    @Test func `a layer surface and its subsurface are shown and captured`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let bar = try ColouredBar(connection, height: 20, colour: 0xFFFF_0000)
      let child = try Subsurface(connection, on: bar.layer.surface)
      child.setSynchronised(false)
      child.setPosition(x: 100, y: 5)
      let patch = try SharedMemoryBuffer(connection, size: PixelSize(width: 10, height: 10))
      patch.fill(0xFF00_00FF)
      child.surface.attach(patch)
      child.surface.damage()
      child.surface.commit()
      bar.layer.commit()
      let source = try ScreencopySource(connection, of: connection.firstOutput())
      let pixels = try source.pixels(of: PixelRect(x: 90, y: 0, width: 30, height: 30), connection)
      #expect(pixels.at(0, 0) == 0xFF0000)
      #expect(pixels.at(9, 10) == 0xFF0000)
      #expect(pixels.at(10, 5) == 0x0000FF)
      #expect(pixels.at(19, 14) == 0x0000FF)
      #expect(pixels.at(20, 14) == 0xFF0000)
      #expect(pixels.at(0, 20) != 0xFF0000)
      child.destroy()
      patch.destroy()
      bar.destroy()
    }

    @Test func `a capture at damage stays pending while nothing changes, and then names the change`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let bar = try ColouredBar(connection, height: 20, colour: 0xFFFF_0000)
      let output = try connection.firstOutput()
      let source = try ScreencopySource(connection, of: output)
      let region = PixelRect(x: 0, y: 0, width: 640, height: 20)
      // The first has everything since the beginning as its damage.
      _ = try source.frame(region, .damaged, connection)
      var result: Result<PixelRect?, CaptureFailure>?
      source.capture(region, when: .damaged) { result = $0.map(\.damage) }
      // Others are answered meanwhile.
      let other = try ScreencopySource(connection, of: output)
      for _ in 0..<5 { _ = try other.frame(region, .now, connection) }
      #expect(result == nil && source.isPending)
      bar.buffer.fill(0xFF00_FF00)
      bar.layer.surface.attach(bar.buffer)
      bar.layer.surface.damage(PixelRect(x: 32, y: 4, width: 8, height: 8))
      bar.layer.commit()
      #expect(try connection.wait { result != nil })
      #expect(try result?.get() == PixelRect(x: 32, y: 4, width: 8, height: 8))
      bar.destroy()
    }

    @Test func `a cancelled capture delivers nothing, and another can follow`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let output = try connection.firstOutput()
      let source = try ScreencopySource(connection, of: output)
      var delivered = 0
      source.capture(nil, when: .damaged) { _ in delivered += 1 }
      source.cancel()
      #expect(!source.isPending)
      let frame = try source.frame(nil, .now, connection)
      #expect(frame.size == PixelSize(width: 640, height: 360))
      #expect(delivered == 0)
    }

    @Test func `a capture during which the mode changes is not delivered`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let output = try connection.firstOutput()
      let source = try ScreencopySource(connection, of: output)
      _ = try source.frame(nil, .damaged, connection)
      var result: Result<PixelSize, CaptureFailure>?
      source.capture(nil, when: .damaged) { result = $0.map(\.size) }
      try connection.roundTrip()
      try sway.message("output", "HEADLESS-1", "resolution", "800x450")
      #expect(try connection.wait { result != nil })
      #expect(result == .failure(.outputChanged))
      #expect(output.description.mode == PixelSize(width: 800, height: 450))
    }

    @Test func `an output says what it is, and that it comes and changes`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz scale 1.5 position 0 0")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let first = try connection.firstOutput()
      #expect(first.description.name == "HEADLESS-1")
      #expect(first.description.mode == PixelSize(width: 640, height: 360))
      #expect(first.description.refreshMillihertz == 60000)
      #expect(first.description.integerScale == 2)
      #expect(first.description.realScale == 1.5)
      #expect(first.description.logicalFrame == LogicalRect(x: 0, y: 0, width: 426, height: 240))
      var events: [String] = []
      connection.outputs.onAdded = { output in
        events.append("added \(output.description.name)")
      }
      first.onChange = { events.append("changed to \($0.description.realScale)") }
      try sway.message("create_output")
      #expect(try connection.wait { events.count == 1 })
      try sway.message("output", "HEADLESS-1", "scale", "1")
      #expect(try connection.wait { events.count == 2 })
      #expect(events == ["added HEADLESS-2", "changed to 1.0"])
      #expect(connection.outputs.all.count == 2)
    }

    @Test func `a thousand bars and captures leave no proxy and no descriptor`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let output = try connection.firstOutput()
      func cycle() throws {
        let bar = try ColouredBar(connection, height: 20, colour: 0xFFFF_0000)
        let child = try Subsurface(connection, on: bar.layer.surface)
        bar.layer.surface.requestFrame { _ in }
        bar.layer.commit()
        let source = try ScreencopySource(connection, of: output)
        source.capture(nil, when: .damaged) { _ in }
        source.destroy()
        child.destroy()
        bar.destroy()
      }
      try cycle()
      let proxies = Proxy.liveCount
      let descriptors = openDescriptorCount()
      for _ in 0..<1000 { try cycle() }
      try connection.roundTrip()
      #expect(Proxy.liveCount == proxies)
      #expect(openDescriptorCount() == descriptors)
    }

    @Test func `what is only let go of is destroyed too`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      _ = try ColouredBar(connection, height: 20, colour: 0xFFFF_0000)
      let proxies = Proxy.liveCount
      for _ in 0..<10 { _ = try ColouredBar(connection, height: 20, colour: 0xFFFF_0000) }
      #expect(Proxy.liveCount == proxies)
    }

    @Test func `a loop delivers frames, and a compositor that goes is an error`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let bar = try ColouredBar(connection, height: 20, colour: 0xFFFF_0000)
      let loop = try EventLoop()
      connection.attach(to: loop)
      var frames = 0
      func requestFrame() {
        bar.layer.surface.requestFrame { _ in
          frames += 1
          if frames < 30 { requestFrame() }
        }
        bar.layer.surface.damage()
        bar.layer.commit()
      }
      requestFrame()
      #expect(loop.wait { frames == 30 })
      var failure: WaylandError?
      connection.onClosed = { failure = $0 }
      sway.process.stop()
      #expect(loop.wait { failure != nil })
      #expect(failure == .disconnected(reason: "the compositor has gone"))
      // Neither traps on a connection that is over.
      bar.layer.commit()
      bar.destroy()
    }

    @Test func `a refused request is reported in the compositor's words`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      // Not allowed before the first configure.
      let layer = try LayerSurface(
        connection,
        LayerSurface.Configuration(output: nil, anchors: [.top], size: LogicalSize(width: 9, height: 9)))
      let buffer = try SharedMemoryBuffer(connection, size: PixelSize(width: 9, height: 9))
      layer.surface.attach(buffer)
      layer.commit()
      let error = #expect(throws: WaylandError.self) { try connection.roundTrip() }
      guard case .protocolViolation(let interface, let id, _, let message) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(interface == "zwlr_layer_surface_v1")
      #expect(id > 0)
      // sway 1.7's words.
      #expect(message == "layer_surface has never been configured")
      #expect(throws: WaylandError.self) { try connection.roundTrip() }
      layer.destroy()
    }

    @Test func `no compositor and a missing protocol are named`() throws {
      let error = #expect(throws: WaylandError.self) { try Connection(displayName: "/nonexistent/wayland-9") }
      #expect(
        error?.description
          == "cannot connect to a Wayland compositor at \"/nonexistent/wayland-9\": no such file or directory"
      )
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      let missing = #expect(throws: WaylandError.self) {
        try connection.globals.bind(OrgKdeKwinBlurManager.self, version: 1)
      }
      #expect(missing?.description == "compositor does not support org_kde_kwin_blur_manager")
    }
  }
}

/// A bar at the top of the first output, mapped in one colour.
final class ColouredBar {
  let layer: LayerSurface
  let buffer: SharedMemoryBuffer

  init(_ connection: Connection, height: Int, colour: UInt32) throws {
    let output = try connection.firstOutput()
    layer = try LayerSurface(
      connection,
      LayerSurface.Configuration(
        output: output, anchors: [.top, .left, .right], size: LogicalSize(width: 0, height: Double(height)),
        exclusiveZone: height))
    var size = PixelSize(width: 0, height: 0)
    layer.onEvent = { layer, event in
      guard case .configure(let logical, let serial) = event else { return }
      layer.acknowledge(serial)
      size = PixelSize(width: Int(logical.width), height: Int(logical.height))
    }
    layer.commit()
    _ = try connection.wait { !size.isEmpty }
    buffer = try SharedMemoryBuffer(connection, size: size)
    buffer.fill(colour)
    layer.surface.attach(buffer)
    layer.surface.damage()
    layer.commit()
    try connection.roundTrip()
  }

  /// Pixels of which no two regions are alike.
  func paintNoise() {
    var random = SplitMix(seed: 5)
    unsafe buffer.bytes.withMemoryRebound(to: UInt32.self) { pixels in
      for index in pixels.indices {
        unsafe pixels[index] = UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000
      }
    }
    layer.surface.attach(buffer)
    layer.surface.damage()
    layer.commit()
  }

  func destroy() {
    layer.destroy()
    buffer.destroy()
  }
}

/// Colours without alpha, copied out of a frame.
struct Pixels {
  var size: PixelSize
  var values: [UInt32]

  init(size: PixelSize, values: [UInt32]) {
    self.size = size
    self.values = values
  }

  init(_ frame: CapturedFrame) {
    size = frame.size
    values = []
    for y in 0..<size.height {
      let row = (frame.isYInverted ? size.height - 1 - y : y) * frame.stride
      for x in 0..<size.width {
        let pixel = unsafe frame.bytes.loadUnaligned(fromByteOffset: row + x * 4, as: UInt32.self)
        values.append((frame.format == .bgrx ? pixel : pixel.byteSwapped >> 8) & 0xFFFFFF)
      }
    }
  }

  func at(_ x: Int, _ y: Int) -> UInt32 { values[y * size.width + x] }

  func cropped(to rect: PixelRect) -> Pixels {
    var part: [UInt32] = []
    for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { part.append(at(x, y)) } }
    return Pixels(size: rect.size, values: part)
  }
}

extension SharedMemoryBuffer {
  /// Every pixel in one colour.
  func fill(_ colour: UInt32) {
    unsafe bytes.withMemoryRebound(to: UInt32.self) { unsafe $0.update(repeating: colour) }
  }
}

extension Connection {
  func firstOutput() throws -> Output {
    _ = try wait { !outputs.all.isEmpty }
    return try #require(outputs.all.first)
  }
}

extension CaptureSource {
  /// Captures and waits; what is read of the frame is read while it is delivered.
  func read<Value>(
    _ region: PixelRect?, _ moment: CaptureMoment, _ connection: Connection,
    _ body: @escaping (CapturedFrame) -> Value
  ) throws -> Value {
    var result: Result<Value, CaptureFailure>?
    capture(region, when: moment) { result = $0.map(body) }
    _ = try connection.wait { result != nil }
    return try #require(result).get()
  }

  func frame(
    _ region: PixelRect?, _ moment: CaptureMoment, _ connection: Connection
  ) throws -> CapturedFrame {
    try read(region, moment, connection) { $0 }
  }

  func pixels(of region: PixelRect?, _ connection: Connection) throws -> Pixels {
    try read(region, .now, connection) { Pixels($0) }
  }
}

private func openDescriptorCount() -> Int {
  guard let directory = unsafe opendir("/proc/self/fd") else { return -1 }
  defer { unsafe closedir(directory) }
  var count = 0
  while unsafe readdir(directory) != nil { count += 1 }
  return count
}
