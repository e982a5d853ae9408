import DesktopModel

@testable import DBus

/// Any bytes as the arguments of a message of any signature, read within limits of which some are soon reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated { play(input) }
  return 0
}

/// The first byte chooses the limits, the second is the length of the signature, which follows; the rest is the body.
@MainActor private func play(_ input: [UInt8]) {
  let limits = choices[Int(input.first ?? 0) % choices.count]
  let rest = input.dropFirst(2)
  let signature = rest.prefix(input.count > 1 ? Int(input[1]) : 0)
  guard signature.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return }
  let text = String(decoding: signature, as: UTF8.self)
  OtherEnd.shared.signal(text, body: Array(rest.dropFirst(signature.count)), limits: limits) {
    check($0, limits, text)
  }
}

private let choices = [
  ReadLimits.usual, ReadLimits(visits: 400), ReadLimits(visits: 400, allowsPart: true),
  ReadLimits(copiedBytes: 40), ReadLimits(copiedBytes: 40, allowsPart: true),
  ReadLimits(textBytes: 3, bytes: 3, elements: 3),
  ReadLimits(visits: 400, keys: ["a", "ab"], allowsPart: true),
  .nothing,
]

/// Checks that the values that were read keep the limits and have the types of the signature.
private func check(_ values: [DBusValue], _ limits: ReadLimits, _ signature: String) {
  var size = Size()
  for value in values { size.add(value, limits, depth: 0) }
  precondition(size.bytes <= limits.copiedBytes)
  // An element that is kept costs 16; one of a dictionary of which some keys are wanted costs 6.
  precondition(size.elements <= max(0, limits.visits) / 6 + 1)
  guard let types = DBusType.parse(signature) else { preconditionFailure("\(signature) was read") }
  precondition(values.count <= types.count)
  if !limits.allowsPart { precondition(values.map(\.type) == types) }
}

/// The size of the values that were read.
private struct Size {
  var bytes = 0
  var elements = 0

  mutating func add(_ value: DBusValue, _ limits: ReadLimits, depth: Int) {
    precondition(depth <= DBusType.depthLimit)
    switch value {
    case .string(let text), .objectPath(let text), .signature(let text):
      precondition(text.utf8.count <= limits.textBytes)
      bytes += text.utf8.count
    case .bytes(let array):
      precondition(array.count <= limits.bytes)
      bytes += array.count
    case .array(_, let values):
      precondition(values.count <= limits.elements)
      elements += values.count
      for value in values { add(value, limits, depth: depth + 1) }
    case .dictionary(_, _, let pairs):
      precondition(pairs.count <= limits.elements)
      elements += pairs.count
      for pair in pairs {
        // The keys that are wanted are not charged.
        if limits.keys == nil { add(pair.key, limits, depth: depth + 1) }
        add(pair.value, limits, depth: depth + 1)
      }
    case .structure(let members): for member in members { add(member, limits, depth: depth + 1) }
    case .variant(let inner): add(inner, limits, depth: depth + 1)
    default: break
    }
  }
}
