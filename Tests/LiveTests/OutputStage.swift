import Geometry
import HeadlessSession
import Scenes
import TestSupport
import VisualEffects
import Wayland

/// An output in any position and scale with known pixels on it and the bar over them, inside whatever compositor the
/// tests run in.
final class OutputStage {
  static let mode = PixelSize(width: 1200, height: 720)

  let session: HeadlessSway
  let client: TestClient
  private(set) var bar: RunningHyaline?
  /// The wallpaper, upright.
  private(set) var picture: Bitmap
  private var wallpaper: TurnedSurface?

  /// Starts all but the bar; `state` of the output as in sway-output(5).
  init(_ state: String = "", mode: PixelSize = mode, rules: String = "") throws {
    session = try TestSession.start(
      output: "resolution \(mode.width)x\(mode.height)@60Hz position 0 0", rules: rules)
    client = try TestClient(session)
    picture = Bitmap(size: mode)
    do {
      try client.wait("the mode") { self.geometry.mode == mode }
      try change(state)
    } catch {
      session.stop()
      throw error
    }
  }

  var geometry: OutputGeometry { client.output.description.geometry }

  /// Starts the bar, and returns once its glass is live.
  func startBar(settings: String = BarSettingsText.empty) throws {
    bar = try RunningHyaline(in: session, settings: settings)
    try waitUntilLive()
  }

  /// Brings the output into another state, and shows it a picture of its shape.
  func change(_ state: String) throws {
    if !state.isEmpty {
      try session.change(state)
      let isSway = session.isSway
      try client.wait("an output with \(state)") { self.geometry.has(state, turnsClockwise: isSway) }
    }
    wallpaper?.close()
    picture = TestPictures.desktop(geometry.uprightSize)
    wallpaper = try TurnedSurface(client, picture)
  }

  func waitUntilLive() throws {
    try bar?.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
  }

  func stop() {
    bar?.process.stop()
    session.stop()
  }

  /// The upright picture of a part of the output, which is given in upright pixels.
  func capture(_ part: PixelRect) throws -> Bitmap {
    let geometry = geometry
    return try client.capture(geometry.panelRect(of: part)).turned(geometry.transform.inverse)
  }

  /// Waits until three pictures in a row are the same and nothing is captured or drawn any more; returns the last.
  func settle(_ part: PixelRect) throws -> Bitmap {
    guard let bar else { preconditionFailure("no bar") }
    let deadline = Deadline.patient
    while !deadline.hasPassed {
      let before = try bar.statistics()
      let pictures = try (0..<3).map { _ in try capture(part) }
      let after = try bar.statistics()
      if before["commits"] == after["commits"], before["captures"] == after["captures"],
        after["pendingCaptures"] == 1, pictures.allSatisfy({ $0 == pictures[0] })
      {
        return pictures[2]
      }
    }
    throw SessionError.timeout(awaited: "a still picture", log: "\(try bar.statistics())\n" + bar.log)
  }

  /// The expected picture of glass in a part of the output.
  func expected(_ material: Material, in part: PixelRect) -> ReferencePicture {
    let sigma = material.blurRadius * geometry.scale
    return ReferenceGlass(chain: material.chain, sigma: sigma, leak: Leak.forBlur(sigma: sigma))
      .shown(over: ReferencePicture(picture), in: part)
  }

  /// The difference of the captured glass in a part from the expected picture.
  func difference(_ material: Material, in part: PixelRect) throws -> PictureDifference {
    PictureDifference(try settle(part), expected(material, in: part))
  }
}

extension OutputGeometry {
  /// Whether an output in a state as in sway-output(5) has this geometry; what does not change geometry is passed over.
  ///
  /// `turnsClockwise`: sway's transforms are named after the direction opposite to that of the protocol's.
  fileprivate func has(_ state: String, turnsClockwise: Bool) -> Bool {
    let words = state.split(separator: " ").map(String.init)
    return zip(words, words.dropFirst()).allSatisfy { option, value in
      switch option {
      case "scale": Double(value).map { abs($0 - scale) < 0.01 } ?? false
      case "transform": Self.transforms[value].map { turnsClockwise ? $0.opposite : $0 } == transform
      case "mode", "resolution": value.hasPrefix("\(mode.width)x\(mode.height)@")
      default: true
      }
    }
  }

  private static let transforms: [String: OutputTransform] = [
    "normal": .normal, "0": .normal, "90": .rotated90, "180": .rotated180, "270": .rotated270,
    "flipped": .flipped,
    "flipped-90": .flipped90, "flipped-180": .flipped180, "flipped-270": .flipped270,
  ]
}

extension OutputTransform {
  /// The same turn in the other direction.
  fileprivate var opposite: OutputTransform {
    switch self {
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    case .flipped90: .flipped270
    case .flipped270: .flipped90
    default: self
    }
  }
}

/// A picture that fills its output pixel by pixel, below all else.
final class TurnedSurface {
  private let layer: LayerSurface
  private let viewport: Viewport?
  private let buffer: SharedMemoryBuffer

  init(_ client: TestClient, _ picture: Bitmap) throws {
    let geometry = client.output.description.geometry
    var configuration = LayerSurface.Configuration(
      output: client.output, layer: .background, anchors: [.top, .bottom, .left, .right],
      size: LogicalSize(width: 0, height: 0), exclusiveZone: -1)
    configuration.namespace = "test"
    layer = try LayerSurface(client.connection, configuration)
    layer.surface.setBufferTransform(geometry.transform)
    var size: LogicalSize?
    layer.onEvent = { layer, event in
      guard case .configure(let answer, let serial) = event else { return }
      layer.acknowledge(serial)
      size = answer
    }
    layer.commit()
    try client.wait("a configure") { size != nil }
    if let scale = geometry.wholeScale {
      layer.surface.setBufferScale(scale)
      viewport = nil
    } else {
      viewport = try Viewport(client.connection, on: layer.surface)
      viewport?.setDestination(size!)
    }
    let turned = picture.turned(geometry.transform)
    buffer = try SharedMemoryBuffer(client.connection, size: turned.size, format: .abgr8888)
    unsafe buffer.bytes.copyBytes(from: turned.bytes)
    layer.surface.attach(buffer)
    layer.surface.damage()
    var isShown = false
    layer.surface.requestFrame { _ in isShown = true }
    layer.commit()
    try client.wait("a frame of the picture") { isShown }
    layer.onEvent = { layer, event in
      if case .configure(_, let serial) = event { layer.acknowledge(serial) }
    }
  }

  func close() {
    viewport?.destroy()
    layer.destroy()
    buffer.destroy()
  }
}
