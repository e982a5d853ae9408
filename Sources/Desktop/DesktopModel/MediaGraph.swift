/// What PipeWire tells of a node: a device, or a stream of a program.
public struct MediaNode: Equatable, Sendable {
  /// What a node is for, as far as it has to do with who sees and hears people.
  public enum Role: Equatable, Sendable {
    /// A program that records sound.
    case recorder
    /// A program that receives pictures of a camera or of the screen.
    case viewer
    /// A camera.
    case camera
    /// Something else that sends pictures: the screen, or a window.
    case screen
    /// A device that plays, whose sound is not that of people.
    case speaker
  }

  public var role: Role
  /// The name of the program; may be empty.
  public var application: String
  /// Whether something flows.
  public var isRunning: Bool

  public init(_ role: Role, application: String = "", isRunning: Bool = false) {
    (self.role, self.isRunning) = (role, isRunning)
    self.application = SoundText.line(application)
  }

  /// The properties that are read.
  public static let keys = [
    "media.class", "media.role", "device.api", "stream.monitor", "application.name", "application.id",
    "application.process.binary", "node.name", "media.name",
  ]

  /// Reads the properties of a node; nil: it tells nothing about people.
  public init?(properties: [String: String], isRunning: Bool = false) {
    guard let role = Self.role(properties) else { return nil }
    let names = ["application.name", "application.process.binary", "node.name"]
    let name = names.lazy.compactMap { properties[$0] }.map(SoundText.line).first { !$0.isEmpty }
    self.init(role, application: name ?? "", isRunning: isRunning)
  }

  private static func role(_ properties: [String: String]) -> Role? {
    switch properties["media.class"] {
    case "Stream/Input/Audio":
      // What records what others play hears nobody; mixers record to show a moving level.
      let isMonitor = isTrue(properties["stream.monitor"])
      let isMixer = SoundStream.mixers.contains(properties["application.id"] ?? "")
      return isMonitor || isMixer || properties["media.name"] == "Peak detect" ? nil : .recorder
    case "Stream/Input/Video": return .viewer
    case "Video/Source":
      let isDevice = ["v4l2", "libcamera"].contains(properties["device.api"])
      return isDevice || properties["media.role"] == "Camera" ? .camera : .screen
    case "Stream/Output/Video": return properties["media.role"] == "Camera" ? .camera : .screen
    case "Audio/Sink": return .speaker
    default: return nil
    }
  }

  private static func isTrue(_ value: String?) -> Bool { value == "true" || value == "1" }
}

/// Who uses cameras, microphones and pictures of the screen.
public struct MediaUse: Equatable, Sendable {
  /// The programs that use one thing.
  public struct Users: Equatable, Sendable {
    /// Their names, in the order of the identifiers that PipeWire gave their nodes.
    public var names: [String] = []
    /// Whether somebody uses it whose name is not known.
    public var hasUnknown = false

    public init(_ names: [String] = [], hasUnknown: Bool = false) {
      (self.names, self.hasUnknown) = (names, hasUnknown)
    }

    /// Whether nobody uses it.
    public var isEmpty: Bool { names.isEmpty && !hasUnknown }

    /// Adds a program; an empty name is not known.
    mutating func add(_ name: String) {
      if name.isEmpty {
        hasUnknown = true
      } else if !names.contains(name), names.count < MediaGraph.mostNames {
        names.append(name)
      }
    }
  }

  public var camera = Users()
  public var microphone = Users()
  public var screen = Users()

  public init() {}

  /// The use without that of programs with certain names.
  public func without(_ isIgnored: (String) -> Bool) -> MediaUse {
    var use = self
    use.camera.names.removeAll(where: isIgnored)
    use.microphone.names.removeAll(where: isIgnored)
    use.screen.names.removeAll(where: isIgnored)
    return use
  }

  public var isCameraUsed: Bool { !camera.isEmpty }
  public var isMicrophoneUsed: Bool { !microphone.isEmpty }
  public var isScreenShared: Bool { !screen.isEmpty }

  /// Whether nothing is used.
  public var isEmpty: Bool { camera.isEmpty && microphone.isEmpty && screen.isEmpty }
}

/// The nodes and links of PipeWire that have to do with who sees and hears people.
public struct MediaGraph: Equatable, Sendable {
  private struct Link: Equatable {
    var output, input: UInt32
  }

  private var nodes: [UInt32: MediaNode] = [:]
  private var links: [UInt32: Link] = [:]

  /// The most nodes, and the most links, that are taken for true.
  static let most = 4096
  /// The most programs that are named for one use.
  static let mostNames = 16

  public init() {}

  /// Takes what a node is; nil: it tells nothing about people.
  ///
  /// Returns whether the graph contains the node now; it does not if `node` is nil or there are too many nodes.
  @discardableResult
  public mutating func put(_ node: MediaNode?, as id: UInt32) -> Bool {
    guard nodes[id] != nil || nodes.count < Self.most else { return false }
    nodes[id] = node
    return node != nil
  }

  /// Takes that a node runs or does not; one that is not known stays so.
  public mutating func setRunning(_ isRunning: Bool, of id: UInt32) { nodes[id]?.isRunning = isRunning }

  /// Takes that something may flow from a node to another; identifiers that are no numbers are left out.
  public mutating func putLink(_ id: UInt32, output: String?, input: String?) {
    guard let output = output.flatMap({ UInt32($0) }), let input = input.flatMap({ UInt32($0) }),
      links[id] != nil || links.count < Self.most
    else { return }
    links[id] = Link(output: output, input: input)
  }

  /// Takes that a node or a link has gone.
  public mutating func remove(_ id: UInt32) { (nodes[id], links[id]) = (nil, nil) }

  /// Who uses what at the moment.
  public var use: MediaUse {
    var use = MediaUse()
    let roles = rolesOfSources
    let viewed = viewedSources
    for (id, node) in nodes.sorted(by: { $0.key < $1.key }) where node.isRunning {
      let sources = roles[id] ?? []
      switch node.role {
      case .recorder:
        // What it records of a loudspeaker is what others play.
        if sources.isEmpty || !sources.allSatisfy({ $0 == .speaker }) { use.microphone.add(node.application) }
      case .viewer:
        if sources.contains(.camera) { use.camera.add(node.application) }
        // What has no known source may be the screen.
        if sources.contains(.screen) || !sources.contains(.camera) { use.screen.add(node.application) }
      // What is sent to somebody who is known is that one's use.
      case .camera: if !viewed.contains(id) { use.camera.hasUnknown = true }
      case .screen: if !viewed.contains(id) { use.screen.hasUnknown = true }
      case .speaker: break
      }
    }
    return use
  }

  /// The roles of the nodes from which something flows to a node, by its identifier; nil stands for an unknown node.
  private var rolesOfSources: [UInt32: [MediaNode.Role?]] {
    var roles: [UInt32: [MediaNode.Role?]] = [:]
    for link in links.values { roles[link.input, default: []].append(nodes[link.output]?.role) }
    return roles
  }

  /// The identifiers of the nodes whose pictures a viewer receives.
  private var viewedSources: Set<UInt32> {
    Set(
      links.values.filter { link in
        nodes[link.input].map { $0.role == .viewer && $0.isRunning } ?? false
      }.map(\.output))
  }
}
