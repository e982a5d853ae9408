import DesktopModel

/// Any bytes as what the kernel tells of networks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNetlink(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let datagram = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let messages = try? NetlinkMessage.all(in: datagram) else { return 0 }
  var table = LinkTable()
  var wireless: [UInt32: WirelessLink] = [:]
  for message in messages {
    let before = table
    precondition(table.update(message) == (table != before))
    if var link = WirelessLink(interface: message) {
      link.strength = WirelessLink.strength(station: message)
      wireless[link.index] = link
    }
    precondition(WirelessLink.strength(station: message).map { (0...100).contains($0) } ?? true)
    _ = WirelessLink.family(message)
    _ = message.errorNumber
    let status = table.status(wireless: wireless)
    precondition((status.kind == .none) == (status.state == .disconnected))
    precondition(status.name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }
  return 0
}
