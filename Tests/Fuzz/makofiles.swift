import Import

/// Any bytes as files of a configuration of mako, and the settings that they become.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMako(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let files = unsafe sourceFiles(bytes, count)
  return checkImport { () throws(ImportError) in
    let imported = try BannerImport(of: .mako, "/0", style: nil, from: files)
    return (imported.settings.text, imported.report.summary(of: "mako", written: nil))
  }
}
