import ModuleModel
import ModuleReadings

/// Any bytes as what a program writes in the protocol of i3bar: the first byte says how large packets are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzI3bar(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let first = input.first else { return 0 }
  var stream = I3barStream()
  var rest = input.dropFirst()
  while !rest.isEmpty {
    let part = rest.prefix(Int(first) + 1)
    rest = rest.dropFirst(part.count)
    do throws(I3barStream.Mistake) {
      guard let blocks = try stream.append(part) else { continue }
      precondition(stream.header != nil, "blocks without a header")
      precondition(blocks.count <= 64 && blocks.allSatisfy { !$0.fullText.isEmpty }, "a block without a text")
      for block in blocks {
        let contact = ModuleContact(.click, x: .infinity, y: -1, width: 1, height: 1)
        let event = block.click(contact, isFirst: false)
        precondition(event.map { $0.count { $0 == 0x0A } == 1 } ?? true, "a name ends a line")
      }
    } catch {
      precondition(!error.words.isEmpty)
      precondition((try? stream.append("[]".utf8)) == nil, "something is read after a mistake")
      return 0
    }
  }
  guard stream.header != nil else { return 0 }
  // The bracket of the first may be the one that opens the array without an end.
  var read: [I3barBlock]?
  for text in ["first", "second"] { read = try? stream.append("\n[{\"full_text\":\"\(text)\"}],\n".utf8) }
  precondition(read == [I3barBlock("second")], "a status line is not read after others")
  return 0
}
