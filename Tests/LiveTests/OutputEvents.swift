import HeadlessSession
import TestSupport

/// Random changes of a session's outputs, of which the first always stays.
struct OutputEvents {
  private let session: HeadlessSway
  private var random: SplitMix
  /// The names of those that were added and not removed.
  private var added: [String] = []
  private var switchedOff: Set<String> = []
  /// Whether the compositor can switch outputs off.
  private let canSwitchOff: Bool
  private(set) var log: [String] = []

  init(_ session: HeadlessSway, seed: UInt64) throws {
    self.session = session
    canSwitchOff = try session.canSwitchOutputsOff()
    random = SplitMix(seed: seed)
  }

  /// The names of the outputs that are switched on, as the compositor reports them.
  func enabled() throws -> [String] {
    guard session.isSway else { return (["HEADLESS-1"] + added).filter { !switchedOff.contains($0) } }
    return try session.outputs().filter(\.isActive).map(\.name)
  }

  mutating func happen() throws {
    let name = (["HEADLESS-1"] + added).randomElement(using: &random)!
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where added.count < 2 && session.isSway:
      try add()
    case 1 where !added.isEmpty:
      let gone = added.randomElement(using: &random)!
      guard try session.remove(output: gone) else { return }
      added.removeAll { $0 == gone }
      switchedOff.remove(gone)
      log.append("remove \(gone)")
    case 2 where canSwitchOff && name != "HEADLESS-1" && !switchedOff.contains(name):
      try change(name, "disable")
      switchedOff.insert(name)
    case 3 where !switchedOff.isEmpty:
      let one = switchedOff.sorted().randomElement(using: &random)!
      try change(one, "enable")
      switchedOff.remove(one)
    case 4, 5:
      try change(name, "mode \(Self.modes.randomElement(using: &random)!)@60Hz")
    case 6, 7: try change(name, "scale \(Self.scales.randomElement(using: &random)!)")
    default:
      try change(name, "transform \(LiveTests.OutputTests.transforms.randomElement(using: &random)!)")
    }
  }

  /// The number of frames until the next event.
  mutating func pause() -> Int { Bool.random(using: &random) ? Int.random(in: 1...8, using: &random) : 0 }

  private static let modes = ["640x360", "800x600", "1200x720", "600x900"]
  private static let scales = ["1", "1.25", "1.5", "2"]

  /// The options of all geometries, without the mirrored ones.
  var allGeometries: [String] {
    Self.modes.flatMap { mode in
      Self.scales.flatMap { scale in ["0", "90"].map { "mode \(mode)@60Hz scale \(scale) transform \($0)" } }
    }
  }

  /// Adds those that cannot be removed again, so that there are as many in the end as at the start.
  mutating func prepare() throws {
    guard session.isSway, try !session.canRemoveOutputs() else { return }
    for _ in 0..<2 { try add() }
  }

  private mutating func add() throws {
    let old = try names()
    _ = try session.addOutput()
    try eventually("another output") { try names().count > old.count }
    added += try names().filter { !old.contains($0) }
    log.append("add")
  }

  /// Brings the outputs back to their state at the start.
  mutating func restore() throws {
    for name in added where try session.remove(output: name) {
      switchedOff.remove(name)
      added.removeAll { $0 == name }
    }
    for name in switchedOff { try session.change(output: name, "enable") }
    switchedOff = []
    for name in ["HEADLESS-1"] + added {
      for options in ["mode 1200x720@60Hz", "scale 1", "transform 0"] { try change(name, options) }
    }
  }

  private mutating func change(_ name: String, _ options: String) throws {
    // Some compositors accept no other options for an output that is off.
    if switchedOff.contains(name), options != "enable" { return }
    log.append("\(name) \(options)")
    try session.change(output: name, options)
  }

  private func names() throws -> [String] { try session.outputs().map(\.name) }
}

extension HeadlessSway {
  /// The outputs of a sway, and whether each is switched on.
  func outputs() throws -> [(name: String, isActive: Bool)] {
    let json = try message("-t", "get_outputs")
    return json.split(separator: "\"name\": \"").dropFirst().compactMap { part in
      guard let name = part.split(separator: "\"").first, name.hasPrefix("HEADLESS-") else { return nil }
      return (String(name), part.contains("\"active\": true"))
    }
  }
}
