/// The workspaces of the compositor, by ext-workspace-v1.
///
/// Changes come with events of the connection; `onChange` reports all that changed together once.
@MainActor public final class WorkspaceList {
  /// One workspace, as the compositor describes it.
  public struct Entry {
    /// A number counted in the order in which workspaces came; unique while the list lasts.
    public let id: Int
    public fileprivate(set) var name = ""
    /// The place among the other workspaces, the slowest dimension first; empty if the compositor does not
    /// send it.
    public fileprivate(set) var coordinates: [UInt32] = []
    public fileprivate(set) var isActive = false
    public fileprivate(set) var isUrgent = false
    public fileprivate(set) var isHidden = false
    /// The outputs of the workspace's group.
    public fileprivate(set) var outputs: [WlOutput] = []
    fileprivate let handle: ExtWorkspaceHandleV1
  }

  private struct Group {
    let handle: ExtWorkspaceGroupHandleV1
    var outputs: [WlOutput] = []
    var canCreate = false
    var workspaces: [ExtWorkspaceHandleV1] = []
  }

  /// The workspaces, in the order in which they came, as of the last complete change.
  public private(set) var all: [Entry] = []
  /// Whether all workspaces have been received once.
  public private(set) var isComplete = false
  /// Whether the compositor has ended the list, so that nothing of it is true any more.
  public private(set) var isFinished = false
  /// Called when `all` may have changed.
  public var onChange: (() -> Void)?

  private let manager: ExtWorkspaceManagerV1
  private var entries: [Entry] = []
  private var groups: [Group] = []
  private var lastID = 0
  private var isStopped = false

  /// Follows all workspaces; nil if the compositor does not offer the protocol.
  public init?(_ connection: Connection) {
    guard let bound = try? connection.globals.bind(ExtWorkspaceManagerV1.self, version: 1) else { return nil }
    manager = bound
    manager.onEvent = { [unowned self] _, event in receive(event) }
  }

  isolated deinit {
    destroy()
  }

  /// Shows a workspace on its output.
  public func activate(_ id: Int) {
    guard let entry = entries.first(where: { $0.id == id }), !manager.isDestroyed else { return }
    entry.handle.activate()
    manager.commit()
  }

  /// Whether the compositor makes workspaces at request, on some output at least.
  public var canCreate: Bool { groups.contains(where: \.canCreate) }

  /// Asks for a workspace of this name in a group with such an output, or else in another one; false: the compositor makes
  /// none. It comes with a later change, perhaps with another name, or not at all.
  public func create(_ name: String, on isWanted: (WlOutput) -> Bool) -> Bool {
    let groups = groups.filter(\.canCreate)
    guard let group = groups.first(where: { $0.outputs.contains(where: isWanted) }) ?? groups.first,
      !manager.isDestroyed
    else { return false }
    group.handle.createWorkspace(workspace: name)
    manager.commit()
    return true
  }

  /// Destroys all protocol objects; idempotent.
  public func destroy() {
    onChange = nil
    for entry in entries { entry.handle.destroy() }
    for group in groups { group.handle.destroy() }
    (entries, groups, all) = ([], [], [])
    guard !isStopped, !manager.isDestroyed else { return }
    isStopped = true
    manager.stop()
    // The manager lives until the compositor's event `finished`: if it were destroyed at once, libwayland
    // would not know the IDs of objects that are announced meanwhile, and the compositor's next object would
    // end the connection.
    manager.onEvent = { [manager] _, event in
      switch event {
      case .workspace(let handle): if !manager.isDestroyed { handle.destroy() }
      case .workspaceGroup(let handle): if !manager.isDestroyed { handle.destroy() }
      case .done, .finished: break
      }
    }
  }

  // MARK: - Events

  private func receive(_ event: ExtWorkspaceManagerV1.Event) {
    switch event {
    case .workspaceGroup(let handle):
      groups.append(Group(handle: handle))
      handle.onEvent = { [unowned self] handle, event in receive(event, of: handle) }
    case .workspace(let handle):
      lastID += 1
      entries.append(Entry(id: lastID, handle: handle))
      handle.onEvent = { [unowned self] handle, event in receive(event, of: handle) }
    case .done:
      isComplete = true
      publish()
    case .finished:
      (isStopped, isFinished) = (true, true)
      for entry in entries { entry.handle.destroy() }
      for group in groups { group.handle.destroy() }
      (entries, groups, all) = ([], [], [])
      onChange?()
    }
  }

  private func publish() {
    all = entries.map { entry in
      var entry = entry
      let group = groups.first { $0.workspaces.contains { $0 === entry.handle } }
      entry.outputs = group?.outputs ?? []
      return entry
    }
    onChange?()
  }

  private func receive(_ event: ExtWorkspaceGroupHandleV1.Event, of handle: ExtWorkspaceGroupHandleV1) {
    guard let place = groups.firstIndex(where: { $0.handle === handle }) else { return }
    switch event {
    case .outputEnter(let output): if let output { groups[place].outputs.append(output) }
    case .outputLeave(let output): groups[place].outputs.removeAll { $0 === output }
    case .workspaceEnter(let workspace): if let workspace { groups[place].workspaces.append(workspace) }
    case .workspaceLeave(let workspace): groups[place].workspaces.removeAll { $0 === workspace }
    case .removed: groups.remove(at: place).handle.destroy()
    case .capabilities(let capabilities): groups[place].canCreate = capabilities.contains(.createWorkspace)
    }
  }

  private func receive(_ event: ExtWorkspaceHandleV1.Event, of handle: ExtWorkspaceHandleV1) {
    guard let place = entries.firstIndex(where: { $0.handle === handle }) else { return }
    switch event {
    case .name(let name): entries[place].name = name
    case .coordinates(let bytes): entries[place].coordinates = words(in: bytes)
    case .state(let state):
      entries[place].isActive = state.contains(.active)
      entries[place].isUrgent = state.contains(.urgent)
      entries[place].isHidden = state.contains(.hidden)
    case .removed: entries.remove(at: place).handle.destroy()
    case .id, .capabilities: break
    }
  }
}

/// The 32-bit words in `bytes`, in the machine's byte order; remaining bytes at the end are ignored.
func words(in bytes: [UInt8]) -> [UInt32] {
  (0..<(bytes.count / 4)).map { word in
    unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self) }
  }
}
