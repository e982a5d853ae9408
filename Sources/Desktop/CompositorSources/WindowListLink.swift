import DesktopModel
import Wayland

/// The titles of windows by ext-foreign-toplevel-list-v1; no command can be performed on them.
final class WindowListLink: CompositorLink {
  private(set) var state = CompositorState(tellsContents: false)
  var onChange: (() -> Void)?

  private let list: WindowList

  /// Binds the protocol; nil if the compositor does not offer it.
  init?(_ connection: Connection) {
    guard let list = WindowList(connection) else { return nil }
    self.list = list
    state.update(.statusChanged(.connected))
    list.onChange = { [unowned self] change in
      let isChanged =
        switch change {
        case .changed(let entry):
          state.update(
            .windowChanged(
              Window(id: WindowID(rawValue: entry.id), title: entry.title, appID: entry.appID)))
        case .closed(let id): state.update(.windowClosed(WindowID(rawValue: id)))
        }
      if isChanged { onChange?() }
    }
  }

  isolated deinit { close() }

  func canPerform(_ command: CompositorCommand) -> Bool { false }
  func perform(_ command: CompositorCommand) {}

  func refresh() {}

  func close() {
    onChange = nil
    list.destroy()
  }
}
