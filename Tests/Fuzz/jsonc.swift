import Import

/// Any bytes as a configuration of Waybar and files that it includes: the reader, and the settings that they become.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONC(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let files = unsafe sourceFiles(bytes, count)
  return checkImport { () throws(ImportError) in
    let imported = try WaybarImport("/0", files: files)
    return (imported.draft.text, imported.report.summary(of: "Waybar", written: nil))
  }
}
