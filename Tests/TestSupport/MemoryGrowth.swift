public import Glibc

/// Repeats what must leave no memory behind until the memory of a process grows by at most `most` kB meanwhile, four times at
/// most; returns the growth of each repetition.
///
/// Memory that is kept once, such as a cache or pages of a fragmented heap, does not grow again; a leak does each
/// time.
public func growths(
  of process: pid_t, most: Int, _ repetition: () throws -> Void
) rethrows -> [Int] {
  var growths: [Int] = []
  var before = ProcessMemory(of: process).total
  repeat {
    try repetition()
    let after = ProcessMemory(of: process).total
    growths.append(after - before)
    before = after
  } while growths.last! > most && growths.count < 4
  return growths
}
