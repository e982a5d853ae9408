import Import

/// Any bytes as files of a style sheet, and the look that they give a bar.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStyleSheets(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let configuration = """
    { "modules-left": ["sway/workspaces", "sway/window"], "modules-right": ["cpu", "custom/x", "tray"], "custom/x": {} }
    """
  let files = unsafe sourceFiles(bytes, count, others: ["/config": Array(configuration.utf8)])
  return checkImport { () throws(ImportError) in
    let imported = try WaybarImport("/config", style: "/0", files: files)
    return (imported.draft.text, imported.report.summary(of: "Waybar", written: nil))
  }
}
