/// A PipeWire node that matters to the privacy of the user: a device, or a stream of a program.
public struct MediaNode: Equatable, Sendable {
  /// The part that a node plays in recording the user or the screen.
  public enum Role: Equatable, Sendable {
    /// A program that records sound.
    case recorder
    /// A program that receives video from a camera or of the screen.
    case viewer
    case camera
    /// Another source of video: the screen or a window.
    case screen
    /// An output device; a recording of it has the sound of programs, not that of people.
    case speaker
  }

  public var role: Role
  /// The name of the program, which may be empty.
  public var application: String
  /// Whether PipeWire has the node in its state `running`, in which media flow.
  public var isRunning: Bool

  public init(_ role: Role, application: String = "", isRunning: Bool = false) {
    (self.role, self.isRunning) = (role, isRunning)
    self.application = SoundText.line(application)
  }

  /// The names of the properties that are read.
  public static let keys = [
    "media.class", "media.role", "device.api", "stream.monitor", "application.name", "application.id",
    "application.process.binary", "node.name", "media.name",
  ]

  /// Reads the properties of a node; nil if the node does not matter to privacy.
  public init?(properties: [String: String], isRunning: Bool = false) {
    guard let role = Self.role(properties) else { return nil }
    let names = ["application.name", "application.process.binary", "node.name"]
    let name = names.lazy.compactMap { properties[$0] }.map(SoundText.line).first { !$0.isEmpty }
    self.init(role, application: name ?? "", isRunning: isRunning)
  }

  private static func role(_ properties: [String: String]) -> Role? {
    switch properties["media.class"] {
    case "Stream/Input/Audio":
      // A recording of an output's monitor has no microphone in it, and mixers record only to show a moving level.
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

/// The programs that use cameras, microphones and the contents of the screen.
public struct MediaUse: Equatable, Sendable {
  /// The programs that use one of these resources.
  public struct Users: Equatable, Sendable {
    /// The names of the programs, in the order of the identifiers of their PipeWire nodes.
    public var names: [String] = []
    /// Whether a program without a known name uses the resource.
    public var hasUnknown = false

    public init(_ names: [String] = [], hasUnknown: Bool = false) {
      (self.names, self.hasUnknown) = (names, hasUnknown)
    }

    /// Whether no program uses the resource.
    public var isEmpty: Bool { names.isEmpty && !hasUnknown }

    /// Adds a program, whose name is unknown if it is empty.
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

  /// Returns the use without the programs whose names are ignored.
  public func without(_ isIgnored: (String) -> Bool) -> MediaUse {
    var use = self
    use.camera.names.removeAll(where: isIgnored)
    use.microphone.names.removeAll(where: isIgnored)
    use.screen.names.removeAll(where: isIgnored)
    return use
  }

  public var isScreenShared: Bool { !screen.isEmpty }

  /// Whether no resource is used.
  public var isEmpty: Bool { camera.isEmpty && microphone.isEmpty && screen.isEmpty }
}

/// The PipeWire nodes and links that matter to the privacy of the user.
public struct MediaGraph: Equatable, Sendable {
  private struct Link: Equatable {
    var output, input: UInt32
  }

  private var nodes: [UInt32: MediaNode] = [:]
  private var links: [UInt32: Link] = [:]

  /// Limit of the number of nodes, and of links.
  static let most = 4096
  /// Limit of the number of programs that are named for one resource.
  static let mostNames = 16

  public init() {}

  /// Adds or replaces the node with an identifier; nil removes a node that no longer matters to privacy.
  ///
  /// Returns whether the graph contains the node now: false if `node` is nil or there are too many nodes.
  @discardableResult
  public mutating func put(_ node: MediaNode?, as id: UInt32) -> Bool {
    guard nodes[id] != nil || nodes.count < Self.most else { return false }
    nodes[id] = node
    return node != nil
  }

  /// Sets whether a node is running; an unknown node is ignored.
  public mutating func setRunning(_ isRunning: Bool, of id: UInt32) { nodes[id]?.isRunning = isRunning }

  /// Adds a link from an output node to an input node; the link is ignored if an identifier is not a number.
  public mutating func putLink(_ id: UInt32, output: String?, input: String?) {
    guard let output = output.flatMap({ UInt32($0) }), let input = input.flatMap({ UInt32($0) }),
      links[id] != nil || links.count < Self.most
    else { return }
    links[id] = Link(output: output, input: input)
  }

  /// Removes a node or a link.
  public mutating func remove(_ id: UInt32) { (nodes[id], links[id]) = (nil, nil) }

  /// The programs that use each resource at the moment.
  public var use: MediaUse {
    var use = MediaUse()
    let roles = rolesOfSources
    let viewed = viewedSources
    for (id, node) in nodes.sorted(by: { $0.key < $1.key }) where node.isRunning {
      let sources = roles[id] ?? []
      switch node.role {
      case .recorder:
        // A recorder that is linked to output devices only records the sound of other programs.
        if sources.isEmpty || !sources.allSatisfy({ $0 == .speaker }) { use.microphone.add(node.application) }
      case .viewer:
        if sources.contains(.camera) { use.camera.add(node.application) }
        // A viewer whose source is unknown may receive the screen.
        if sources.contains(.screen) || !sources.contains(.camera) { use.screen.add(node.application) }
      // A source that a known viewer receives is counted as use by that viewer.
      case .camera: if !viewed.contains(id) { use.camera.hasUnknown = true }
      case .screen: if !viewed.contains(id) { use.screen.hasUnknown = true }
      case .speaker: break
      }
    }
    return use
  }

  /// The roles of the source nodes that are linked to a node, by the node's identifier; nil stands for an unknown source.
  private var rolesOfSources: [UInt32: [MediaNode.Role?]] {
    var roles: [UInt32: [MediaNode.Role?]] = [:]
    for link in links.values { roles[link.input, default: []].append(nodes[link.output]?.role) }
    return roles
  }

  /// The identifiers of the source nodes that are linked to a running viewer.
  private var viewedSources: Set<UInt32> {
    Set(
      links.values.filter { link in
        nodes[link.input].map { $0.role == .viewer && $0.isRunning } ?? false
      }.map(\.output))
  }
}
