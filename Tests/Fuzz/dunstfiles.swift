import Import

/// Any bytes as files of a configuration of dunst, and the settings that they become.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDunst(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let files = unsafe sourceFiles(bytes, count)
  return checkImport { () throws(ImportError) in
    let imported = try BannerImport(of: .dunst, "/0", style: nil, from: files)
    return (imported.settings.text, imported.report.summary(of: "dunst", written: nil))
  }
}
