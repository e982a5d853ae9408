import DesktopModel
import Geometry
import Loop
import Wayland

/// The workspaces by ext-workspace-v1.
///
/// The protocol does not report which output has the keyboard: the only visible workspace is focused, and of several that on
/// the output of the window with the keyboard.
final class WorkspaceProtocolLink: CompositorLink {
  private(set) var state = CompositorState(tellsContents: false)
  var onChange: (() -> Void)?

  private let list: WorkspaceList
  /// The name of a workspace that the compositor was asked to make, and that is shown when it is there until then.
  private var awaited: (name: String, until: Instant)?
  private let loop: EventLoop
  private unowned let connection: Connection
  /// The windows, which show which output has the keyboard; nil while that need not be known.
  private var windows: WindowManagement?
  /// The window with the keyboard, and the outputs that it is on; nil: none has it.
  private var front: (id: Int, outputs: [WlOutput])?

  /// The time for which a new workspace is awaited; one that appears later must not take the user away from another.
  private static let patience = Duration.seconds(3)

  /// Binds the protocol; nil if the compositor does not offer it.
  init?(_ connection: Connection, loop: EventLoop) {
    guard let list = WorkspaceList(connection) else { return nil }
    self.list = list
    self.connection = connection
    self.loop = loop
    list.onChange = { [unowned self] in refresh() }
  }

  isolated deinit { close() }

  func canPerform(_ command: CompositorCommand) -> Bool {
    switch command {
    case .focusWorkspace: true
    case .openWorkspace(let name, _): list.canCreate || list.all.contains { $0.name == name }
    default: false
    }
  }

  func perform(_ command: CompositorCommand) {
    // Whoever asks for something else waits no more.
    awaited = nil
    switch command {
    case .focusWorkspace(let workspace): list.activate(workspace.id.rawValue)
    case .openWorkspace(let name, let output):
      if let entry = list.all.first(where: { $0.name == name }) {
        list.activate(entry.id)
      } else if list.create(name, on: { [connection] in connection.name(of: $0) == output }) {
        awaited = (name, loop.now + Self.patience)
      }
    default: break
    }
  }

  /// Reads the list of workspaces again; the names of outputs become known some time after the outputs.
  func refresh() {
    if list.isFinished {
      awaited = nil
      let reason = "the compositor has ended its list of workspaces"
      if state.update(.statusChanged(.failed(reason))) { onChange?() }
      return
    }
    guard list.isComplete else { return }
    if let awaited, let made = list.all.first(where: { $0.name == awaited.name }) {
      self.awaited = nil
      if loop.now < awaited.until { list.activate(made.id) }
    }
    followWindows(list.all.filter(\.isActive).count > 1)
    let entries = list.all.enumerated().sorted { first, second in
      let (one, other) = (first.element.coordinates, second.element.coordinates)
      return one == other ? first.offset < second.offset : one.lexicographicallyPrecedes(other)
    }
    let workspaces = entries.map { _, entry in
      var workspace = Workspace(
        id: WorkspaceID(rawValue: entry.id), name: entry.name, number: Self.number(in: entry.name),
        isVisible: entry.isActive, isUrgent: entry.isUrgent, isHidden: entry.isHidden)
      workspace.outputs = names(of: entry.outputs)
      return workspace
    }.focused(byWindowOn: names(of: front?.outputs ?? []))
    let isChanged = state.update(.workspacesListed(workspaces))
    let isNew = state.update(.statusChanged(.connected))
    if isChanged || isNew { onChange?() }
  }

  func close() {
    onChange = nil
    followWindows(false)
    list.destroy()
  }

  private func names(of outputs: [WlOutput]) -> [String] { outputs.compactMap { connection.name(of: $0) } }

  private func followWindows(_ areFollowed: Bool) {
    guard areFollowed != (windows != nil) else { return }
    guard areFollowed else {
      windows?.forget(self)
      (windows, front) = (nil, nil)
      return
    }
    windows = WindowManagement.shared(on: connection)
    // Windows that are reported within `observe` belong to the list of workspaces that is being read.
    var isNew = true
    windows?.observe(by: self) { [unowned self] change in
      let isChanged = take(change)
      if isChanged, !isNew { refresh() }
    }
    isNew = false
  }

  /// Returns whether the window with the keyboard may be on other outputs than before.
  private func take(_ change: WindowChange) -> Bool {
    let before = names(of: front?.outputs ?? [])
    switch change {
    case .changed(let entry) where entry.isActivated: front = (entry.id, entry.outputs)
    case .changed(let entry): if front?.id == entry.id { front = nil }
    case .closed(let id): if front?.id == id { front = nil }
    }
    return names(of: front?.outputs ?? []) != before
  }

  /// The number that a name begins with, as in `2: web`.
  private static func number(in name: String) -> Int? { Int(name.prefix { $0.isASCII && $0.isNumber }) }
}

extension Connection {
  /// The name of an output; nil while it is unknown.
  func name(of proxy: WlOutput) -> String? {
    let name = outputs.all.first { $0.proxy === proxy }?.description.name
    return name?.isEmpty == false ? name : nil
  }
}
