import Import

/// Any bytes as a configuration of dunst, and the settings that it becomes.
///
/// A byte 0xFF, which no UTF-8 contains, ends a file; the files behind the first are `/1`, `/2` and so on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDunst(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let parts = text.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) }
  let files = SourceFiles(read: { (path: String, _: Int) throws(ImportError) -> [UInt8]? in
    guard let number = Int(path.dropFirst()), parts.indices.contains(number) else { return nil }
    return parts[number]
  })
  do throws(ImportError) {
    let imported = try BannerImport(of: .dunst, "/0", style: nil, from: files)
    precondition(!imported.report.summary(of: "dunst", written: nil).isEmpty)
    let again = try BannerImport(of: .dunst, "/0", style: nil, from: files)
    precondition(again.settings.text == imported.settings.text, "the same text is read the same way")
  } catch {
    precondition(!error.description.utf8.contains(0x0A), "an error is one line")
  }
  return 0
}
