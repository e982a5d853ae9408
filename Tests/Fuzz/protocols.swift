@testable import WaylandScanner

/// Any bytes as a protocol's XML, and the bindings of all that it has.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProtocols(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(ScannerError) {
    let read = try ProtocolReader.read(text, file: "a.xml")
    var selection = try Selection("", file: "list")
    selection.files = [
      Selection.File(
        path: "a.xml",
        interfaces: read.interfaces.map { .init(name: $0.name, version: $0.version, line: 1) }, line: 1)
    ]
    let bindings = try Bindings(selection, protocols: ["a.xml": read], listFile: "list")
    _ = SwiftWriter.write(bindings)
  } catch {
    precondition(error.line >= 1)
  }
  return 0
}
