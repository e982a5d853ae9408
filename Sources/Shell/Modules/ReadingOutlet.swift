import ShellModel

/// Hands on readings that differ from the one before, until it is closed.
final class ReadingOutlet {
  private var deliver: ((Reading) -> Void)?
  private var last: Reading?

  init(_ deliver: @escaping (Reading) -> Void) {
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

  /// Who receives a reading may stop its source: looked at before anything is scheduled after one.
  var isClosed: Bool { deliver == nil }

  func close() {
    deliver = nil
  }

  private func yield(_ reading: Reading) {
    guard reading != last else { return }
    last = reading
    deliver?(reading)
  }
}

private func withoutControl(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  scalar.properties.generalCategory == .control ? " " : scalar
}
