import Settings
import Toml

/// Any bytes as a settings file, and what is said about it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSettings(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let (settings, diagnostics) = SettingsFile.decode(text)
  let lines = text.count { $0 == 0x0A } + 1
  for diagnostic in diagnostics {
    let message = diagnostic.message(file: "settings.toml")
    precondition(!message.utf8.contains(0x0A), "a diagnostic is one line")
    if let position = diagnostic.position {
      precondition((1...lines).contains(position.line) && position.column >= 1)
    }
  }
  // The same text is read the same way.
  precondition(SettingsFile.decode(text) == (settings, diagnostics))
  return 0
}
