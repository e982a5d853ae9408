import Import

/// Any bytes as a configuration of Waybar: the reader, and the settings that it becomes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONC(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let files = SourceFiles(read: { (path: String, _: Int) throws(ImportError) -> [UInt8]? in
    path == "/config" ? text : nil
  })
  do throws(ImportError) {
    let imported = try WaybarImport("/config", files: files)
    precondition(String(validating: Array(imported.draft.text.utf8), as: UTF8.self) != nil)
    let again = try WaybarImport("/config", files: files)
    precondition(again.draft.text == imported.draft.text, "the same text is read the same way")
    precondition(!imported.report.summary(of: "Waybar", written: nil).isEmpty)
  } catch {
    precondition(!error.description.utf8.contains(0x0A), "an error is one line")
  }
  return 0
}
