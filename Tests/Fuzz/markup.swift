import Notifications

/// Any bytes as the body of a notification.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarkup(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let markup = unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  let text = MarkedText(markup: markup)
  precondition(text.string.utf8.count <= Limits.body)
  precondition(text.string.utf8.count { $0 == 0x0A } < Limits.bodyLines)
  precondition(text.links.count <= Limits.links && text.images.count <= Limits.bodyImages)
  var reached = 0
  for run in text.runs {
    precondition(run.range.lowerBound >= reached && !run.range.isEmpty)
    precondition(run.link.map { text.links.indices.contains($0) } ?? !run.style.isEmpty)
    reached = run.range.upperBound
  }
  precondition(reached <= text.string.utf8.count)
  let hasControls = text.string.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }
  precondition(!hasControls)
  return 0
}
