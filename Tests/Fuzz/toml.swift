import Settings

@testable import Toml

/// Any bytes as a settings file with files that it includes, and the diagnostics.
///
/// A byte 0xFF, which no UTF-8 contains, ends a file; the files behind the first are `/1`, `/2` and so on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSettings(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let files = text.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) }
  let (settings, diagnostics) = decode(files)
  for diagnostic in diagnostics {
    let message = diagnostic.message(file: "settings.toml")
    precondition(!message.utf8.contains(0x0A), "a diagnostic is one line")
    if let position = diagnostic.position {
      precondition(position.line >= 1 && position.column >= 1 && position.file <= InclusionReader.mostFiles)
      if files.count == 1 { precondition(position.line <= text.count { $0 == 0x0A } + 1) }
    }
  }
  // The same text is read the same way.
  precondition(decode(files) == (settings, diagnostics))
  edit(files[0])
  return 0
}

private func decode(_ files: [[UInt8]]) -> (Settings, [Diagnostic]) {
  var reader = InclusionReader(home: "/home") { file in
    Int(file.path.dropFirst()).flatMap { files.indices.contains($0) ? files[$0] : nil }
  }
  guard let root = reader.settings(in: files[0], of: SettingsFile(path: "/0")) else {
    return (Settings(), reader.diagnostics)
  }
  let (settings, diagnostics) = Settings.decode(root)
  return (settings, Diagnostic.sorted(reader.diagnostics + diagnostics))
}

/// Sets and removes values, which changes nothing else or is refused.
private func edit(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self) else { return }
  for path in [["accent"], ["bar", "height"], ["bar", "0", "height"], ["cpu", "states", "high", "ink"]] {
    guard var editor = try? SettingsEditor(text) else { return }
    do {
      try editor.set(path, to: "9")
      try editor.unset(path)
    } catch {
      continue
    }
  }
}
