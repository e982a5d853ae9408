import Import

/// The files that an input stands for: the parts between bytes 0xFF, which no UTF-8 contains, are `/0`, `/1` and so on.
/// `others` are files that are there as well, by path.
func sourceFiles(
  _ bytes: UnsafePointer<UInt8>, _ count: Int, others: [String: [UInt8]] = [:]
) -> SourceFiles {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let parts = text.split(separator: 0xFF, omittingEmptySubsequences: false).map { Array($0) }
  return SourceFiles(read: { (path: String, _: Int) throws(ImportError) -> [UInt8]? in
    if let other = others[path] { return other }
    guard let number = Int(path.dropFirst()), parts.indices.contains(number) else { return nil }
    return parts[number]
  })
}

/// Imports twice: the settings are the same text in UTF-8 both times, and there is a summary; an error is one line.
func checkImport(_ read: () throws(ImportError) -> (settings: String, summary: String)) -> CInt {
  do throws(ImportError) {
    let imported = try read()
    precondition(!imported.summary.isEmpty)
    precondition(String(validating: Array(imported.settings.utf8), as: UTF8.self) != nil)
    let again = try read()
    precondition(again.settings == imported.settings, "the same text is read the same way")
  } catch {
    precondition(!error.description.utf8.contains(0x0A), "an error is one line")
  }
  return 0
}
