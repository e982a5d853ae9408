import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Tests of the screen while outputs change, and of surfaces that are closed with them; in any compositor.
  @Suite struct OutputChangeTests {
    /// Light over the compositor's own dark grey, so that it is told from that at once.
    private static let settings = BarSettingsText.bar(material: "systemMaterial", appearance: "light")

    @Test(arguments: [
      ["transform 90", "transform 0"], ["mode 800x600@60Hz", "mode 600x360@60Hz"], ["scale 2", "scale 1"],
      ["scale 1.5", "scale 1"], ["transform 180", "transform flipped-90"],
    ]) func `after its output has changed the bar is right with one picture of it`(states: [String]) throws {
      let session = try TestSession.start(output: "mode 600x360@60Hz position 0 0")
      defer { session.stop() }
      let client = try TestClient(session)
      let bar = try RunningHyaline(
        in: session, settings: Self.settings, environment: ["WAYLAND_DEBUG": "client"])
      try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
      let glass = try client.capture(PixelRect(x: 0, y: 0, width: 1, height: 1)).bytes
      let watch = FrameWatch(client)
      for state in states {
        // Earlier frames do not count.
        try watch.settle()
        let before = client.output.description.geometry
        let known = bar.log.utf8.count
        // The frames that follow are looked at while that happens.
        let change = try session.startChange(state)
        defer { change.stop() }
        try watch.waitForFrame { picture, geometry in
          guard geometry != before else { return false }
          let upright = picture.turned(geometry.transform.inverse)
          let height = Int((32 * geometry.scale).rounded())
          let all = PixelRect(upright.size)
          return upright.isNearly(glass, in: PixelRect(x: 0, y: 0, width: all.width, height: height))
            && !upright.isNearly(glass, in: PixelRect(x: 0, y: height, width: all.width, height: 1))
        }
        try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
        // All of its answer is in the log by then.
        let answer = Answer(in: String(decoding: bar.log.utf8.dropFirst(known), as: UTF8.self))
        // The change is answered after one picture of the compositor's, however long a busy machine takes for each.
        #expect(answer.captures <= 1 && answer.duration != nil, "\(state): \(answer)")
      }
    }

    @Test func `an output that is switched off has no bar, and one again when it is switched on`() throws {
      let session = try TestSession.start(output: "mode 640x360@60Hz position 0 0")
      defer { session.stop() }
      try requireSwitchingOff(session)
      let isSecond = try session.addOutput()
      let (name, count) = isSecond ? ("HEADLESS-2", 2) : ("HEADLESS-1", 1)
      let bar = try RunningHyaline(
        in: session, settings: Self.settings, environment: ["WAYLAND_DEBUG": "client"])
      func waitForBar(_ isShown: Bool) throws {
        try bar.waitForStatistics(isShown ? "\(count) bars" : "no bar on \(name)") { statistics in
          let names = statistics.values("name")
          // wayfire has another output while all are off.
          if !isShown { return !names.contains(name) }
          return names.count == count && names.contains(name)
            && statistics.values("phase").allSatisfy { $0 == "watching" }
            && statistics.values("source").allSatisfy { $0 == "live" }
        }
      }
      func closings() -> Int { bar.log.ranges(of: ".closed()").count }
      try waitForBar(true)
      let closesSurfaces = try session.closesSurfacesOfOutputs()
      var expected = 0
      for _ in 1...3 {
        try session.change(output: name, "disable")
        if closesSurfaces {
          expected += 1
          try eventually("the surface to be closed") { closings() >= expected }
        }
        try waitForBar(false)
        try session.change(output: name, "mode 640x360@60Hz enable")
        try waitForBar(true)
      }
      #expect(!closesSurfaces || closings() == expected)
      #expect(bar.process.poll() == nil)
    }
  }
}

/// The reaction of a client to a change of its output, as libwayland logged it.
private struct Answer: CustomStringConvertible {
  /// Pictures of the compositor's that it asked for and waited for before it showed one of its own.
  var captures = 0
  /// The time from the end of the output's events to the client's own commit, in milliseconds; nil: it made none.
  var duration: Double?

  var description: String { "shown after \(duration ?? -1) ms and \(captures) captures" }

  init(in log: String) {
    var start: Double?
    var asked: Set<Substring> = []
    // libwayland writes an object as wl_output@5, since version 1.23 as wl_output#5.
    for line in log.replacing("#", with: "@").split(separator: "\n") {
      guard line.hasPrefix("["), let end = line.firstIndex(of: "]"),
        let time = Self.milliseconds(line[..<end].dropFirst())
      else { continue }
      if line.contains(" wl_output@"), line.hasSuffix(".done()"), start == nil { start = time }
      guard let start else { continue }
      // An old capture may end with the change.
      let frame = line.split(separator: "zwlr_screencopy_frame_v1@").last?.prefix { $0.isNumber } ?? ""
      if line.contains(".capture_output_region(") { asked.insert(frame) }
      if line.contains(".ready("), asked.remove(frame) != nil { captures += 1 }
      // Content and carrier change together.
      if line.contains(".set_desync()") {
        duration = ((time - start) * 10).rounded() / 10
        return
      }
    }
  }

  /// Reads the time of a line, in milliseconds: a number of them, or since version 1.24 of libwayland hours, minutes and
  /// seconds.
  private static func milliseconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":").map { Double($0.drop { $0 == " " }) }
    switch (parts.count, parts.last ?? nil) {
    case (1, let milliseconds?): return milliseconds
    case (3, let seconds?):
      guard let hours = parts[0], let minutes = parts[1] else { return nil }
      return ((hours * 60 + minutes) * 60 + seconds) * 1000
    default: return nil
    }
  }
}

/// Looks at every frame that the compositor draws of an output, as long as something changes in it.
private final class FrameWatch {
  private let client: TestClient
  private let source: ScreencopySource

  init(_ client: TestClient) {
    self.client = client
    // Each source has one capture at a time.
    guard let source = try? ScreencopySource(client.connection, of: client.output) else {
      preconditionFailure("no captures")
    }
    self.source = source
  }

  isolated deinit { source.destroy() }

  /// Waits until nothing has been drawn for a while.
  func settle() throws {
    try eventually("a still output") { try next(by: .soon) == nil }
  }

  /// Waits for a frame in which `isRight` holds.
  func waitForFrame(_ isRight: (Bitmap, OutputGeometry) -> Bool) throws {
    while true {
      guard let picture = try next(by: .patient) else {
        throw SessionError.timeout(awaited: "the right picture", log: "")
      }
      let geometry = client.output.description.geometry
      // Drawn before its mode changed.
      if picture.size != geometry.mode { continue }
      if isRight(picture, geometry) { return }
    }
  }

  /// The next frame with any damage; nil: there is none. A change of the output makes captures fail.
  private func next(by deadline: Deadline) throws -> Bitmap? {
    while !deadline.hasPassed {
      if !source.isPending {
        answer = nil
        source.capture(nil, when: .damaged) { [unowned self] in
          answer = $0.map { ($0.damage?.isEmpty == true, Bitmap($0)) }
        }
      }
      while answer == nil {
        try client.connection.serveForAMoment(until: { self.answer != nil })
        if deadline.hasPassed, answer == nil { return nil }
      }
      switch answer {
      case .success((false, let picture)): return picture
      case .failure, .success, nil: break
      }
    }
    return nil
  }
  private var answer: Result<(isIdle: Bool, picture: Bitmap), CaptureFailure>?
}

extension Bitmap {
  /// Every pixel of `part` is within 4/255 of `colour`.
  fileprivate func isNearly(_ colour: [UInt8], in part: PixelRect) -> Bool {
    guard PixelRect(size).contains(part) else { return false }
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        for channel in 0..<3
        where abs(Int(bytes[(y * size.width + x) * 4 + channel]) - Int(colour[channel])) > 4 { return false }
      }
    }
    return true
  }
}
