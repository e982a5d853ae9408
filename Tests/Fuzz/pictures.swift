import CPlatform
import Glibc
import Pictures

/// The length of the side that pictures are fitted into.
private let side = 48

/// A file that has no name, for the bytes of one run after another.
private let file: Int32 = {
  let descriptor = unsafe hyaline_memfd_create("picture")
  precondition(descriptor >= 0, "memfd_create: error \(errno)")
  return descriptor
}()

/// Any bytes as a picture, decoded as the program for that does it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPictures(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  precondition(ftruncate(file, 0) == 0, "ftruncate: error \(errno)")
  precondition(unsafe pwrite(file, bytes, count, 0) == count, "pwrite: error \(errno)")
  if let bitmap = try? SmallPicture.decode(file, side: side) {
    precondition((1...side).contains(bitmap.size.width) && (1...side).contains(bitmap.size.height))
    precondition(bitmap.bytes.count == bitmap.size.width * bitmap.size.height * 4)
  }
  return 0
}
