@testable import Control
@testable import TextProcessing

/// Any bytes as a text of JSON, ours and that of another program, and what was read as a text again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let ours = try? JSONValue(parsing: text)
  do throws(JSONError) {
    let value = try JSONValue(tolerating: text)
    precondition(ours == nil || ours == value, "what is JSON is read as something else")
    let written = "\(value)"
    precondition(!written.utf8.contains(UInt8(ascii: "\n")), "a line ends within an answer")
    guard let again = try? JSONValue(parsing: written) else {
      preconditionFailure("what we write is no JSON")
    }
    precondition(again == value, "what we write is something else")
    _ = Request(value)
    _ = Response(value)
  } catch {
    precondition(ours == nil, "what is JSON is refused")
    precondition((0...count).contains(error.offset))
  }
  return 0
}
