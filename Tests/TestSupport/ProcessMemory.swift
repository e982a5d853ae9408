public import Glibc
import HeadlessSession

/// What a process takes of the memory, in kB: its proportional share (PSS), told so that two moments can be compared.
///
/// The kernel divides each page of a library by the programs that have it mapped at that moment, so that PSS moves by
/// megabytes when others come and go. Here such pages count whole: what the share would be without the others, and
/// never less than PSS.
public struct ProcessMemory: CustomStringConvertible, Sendable {
  /// Of its own, such as what was allocated.
  public private(set) var anonymous = 0
  /// Buffers, by half where the compositor has them too.
  public private(set) var buffers = 0
  /// Pages of files that are mapped and in memory, whole.
  public private(set) var files = 0
  /// PSS as the kernel tells it.
  public private(set) var proportional = 0

  /// As it is now; nothing of a process that is not there.
  public init(of process: pid_t) {
    let shares = readText("/proc/\(process)/smaps_rollup") ?? ""
    proportional = Self.size("Pss:", in: shares)
    anonymous = Self.size("Pss_Anon:", in: shares)
    buffers = Self.size("Pss_Shmem:", in: shares)
    files = Self.size("RssFile:", in: readText("/proc/\(process)/status") ?? "")
  }

  /// What can be compared.
  public var total: Int { anonymous + buffers + files }

  public var description: String {
    "\(total) kB (\(anonymous) anonymous, \(buffers) buffers, \(files) files; PSS \(proportional))"
  }

  private static func size(_ name: String, in text: String) -> Int {
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
    return 0
  }
}
