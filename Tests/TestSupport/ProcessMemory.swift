public import Glibc
import HeadlessSession

/// The memory that a process takes, in kB: its proportional share (PSS), corrected so that two moments can be
/// compared.
///
/// The kernel divides each page of a library by the number of processes that have it mapped, so that PSS changes by
/// megabytes when others start or end. Here such pages count as a whole, as they would without other processes, so
/// the total is never less than PSS.
public struct ProcessMemory: CustomStringConvertible, Sendable {
  /// Memory of the process itself, such as allocations.
  public private(set) var anonymous = 0
  /// Shared-memory buffers, of which half is counted where the compositor maps them too.
  public private(set) var buffers = 0
  /// Resident pages of mapped files, counted as a whole.
  public private(set) var files = 0
  /// PSS as the kernel reports it.
  public private(set) var proportional = 0

  /// Measures a process now; all figures are 0 if it does not exist.
  public init(of process: pid_t) {
    let shares = readText("/proc/\(process)/smaps_rollup") ?? ""
    proportional = Self.size("Pss:", in: shares)
    anonymous = Self.size("Pss_Anon:", in: shares)
    buffers = Self.size("Pss_Shmem:", in: shares)
    files = Self.size("RssFile:", in: readText("/proc/\(process)/status") ?? "")
  }

  /// The sum that can be compared between two moments.
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
