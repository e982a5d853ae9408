import Import

/// Any bytes as a style sheet, and the look that it gives a bar.
///
/// A byte 0xFF, which no UTF-8 contains, ends a file; the files behind the first are `/1`, `/2` and so on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStyleSheets(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let parts = text.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) }
  let config = Array(
    #"{ "modules-left": ["sway/workspaces", "sway/window"], "modules-right": ["cpu", "custom/x", "tray"], "custom/x": {} }"#
      .utf8)
  let files = SourceFiles(read: { (path: String, _: Int) throws(ImportError) -> [UInt8]? in
    if path == "/config" { return config }
    guard let number = Int(path.dropFirst()), parts.indices.contains(number) else { return nil }
    return parts[number]
  })
  do throws(ImportError) {
    let imported = try WaybarImport("/config", style: "/0", files: files)
    precondition(!imported.report.summary(of: "Waybar", written: nil).isEmpty)
    let again = try WaybarImport("/config", style: "/0", files: files)
    precondition(again.draft.text == imported.draft.text, "the same text is read the same way")
  } catch {
    precondition(!error.description.utf8.contains(0x0A), "an error is one line")
  }
  return 0
}
