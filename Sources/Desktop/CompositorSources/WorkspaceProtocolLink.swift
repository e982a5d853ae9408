import CompositorModel
import Wayland

/// The workspaces by ext-workspace-v1.
///
/// The protocol does not report which output has the keyboard: with a single output, its visible
/// workspace is focused.
final class WorkspaceProtocolLink: CompositorLink {
  private(set) var state = CompositorState(tellsContents: false)
  var onChange: (() -> Void)?

  private let list: WorkspaceList
  private unowned let connection: Connection

  /// Binds the protocol; nil if the compositor does not offer it.
  init?(_ connection: Connection) {
    guard let list = WorkspaceList(connection) else { return nil }
    self.list = list
    self.connection = connection
    list.onChange = { [unowned self] in refresh() }
  }

  isolated deinit { close() }

  func canPerform(_ command: CompositorCommand) -> Bool {
    switch command {
    case .focusWorkspace, .openWorkspace: true
    default: false
    }
  }

  func perform(_ command: CompositorCommand) {
    switch command {
    case .focusWorkspace(let workspace): list.activate(workspace.id.rawValue)
    case .openWorkspace(let name):
      if let entry = list.all.first(where: { $0.name == name }) { list.activate(entry.id) }
    default: break
    }
  }

  /// Reads the list of workspaces again; the names of outputs become known some time after the outputs.
  func refresh() {
    guard list.isComplete else { return }
    let isSingle = connection.outputs.all.count == 1
    let entries = list.all.enumerated().sorted { first, second in
      let (one, other) = (first.element.coordinates, second.element.coordinates)
      return one == other ? first.offset < second.offset : one.lexicographicallyPrecedes(other)
    }
    let workspaces = entries.map { _, entry in
      Workspace(
        id: WorkspaceID(rawValue: entry.id), name: entry.name, number: Self.number(in: entry.name),
        output: entry.outputs.lazy.compactMap { self.connection.name(of: $0) }.first,
        isVisible: entry.isActive,
        isFocused: isSingle && entry.isActive, isUrgent: entry.isUrgent, isHidden: entry.isHidden)
    }
    let isChanged = state.update(.workspacesListed(workspaces))
    let isNew = state.update(.statusChanged(.connected))
    if isChanged || isNew { onChange?() }
  }

  func close() {
    onChange = nil
    list.destroy()
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
