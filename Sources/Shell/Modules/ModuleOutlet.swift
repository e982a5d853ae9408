import ShellModel

/// Passes a module's content on where it differs from the last, until it is closed.
final class ModuleOutlet {
  private var deliver: ((ModuleContent) -> Void)?
  private var last: ModuleContent?

  init(_ deliver: @escaping (ModuleContent) -> Void) {
    self.deliver = deliver
  }

  /// Shows a text as one line: a control character, also a line break, becomes a space.
  func show(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    yield(.text(isPlain ? text : String(String.UnicodeScalarView(text.unicodeScalars.map(withoutControl)))))
  }

  /// Shows why there is nothing to show.
  func fail(_ message: String) {
    yield(.failure(message))
  }

  /// Whether the source was stopped, which the receiver of its content may do: asked before anything is scheduled.
  var isClosed: Bool { deliver == nil }

  func close() {
    deliver = nil
  }

  private func yield(_ content: ModuleContent) {
    guard content != last else { return }
    last = content
    deliver?(content)
  }
}

private func withoutControl(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  scalar.properties.generalCategory == .control ? " " : scalar
}
