import Glibc

/// The processes that a program has left in its process group, when the program itself has ended and was reaped.
///
/// The number of a group is given to no other process while the group has members, but may be afterwards: the group is ours as
/// long as one of the processes that were found in it is still there.
///
/// All of `/proc` is read once, when a run leaves something. Processes that are forked later are not found: they keep running when
/// all those that were found have ended.
nonisolated struct LeftProcesses {
  /// A process, which its number identifies together with the time of its start.
  private nonisolated struct Member: Equatable {
    var identifier: pid_t
    var group: pid_t
    /// The time of its start as the kernel writes it.
    var start: Substring

    /// Reads `/proc`; nil if there is no such process or it has ended.
    init?(_ identifier: pid_t) {
      // The name of the program, in parentheses, may contain anything.
      guard let text = RegularFile.text(ofPath: "/proc/\(identifier)/stat", upTo: 4096),
        let end = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[end...].split(separator: " ")
      // The state is the third field of the file, the group the fifth and the start the twenty-second.
      guard fields.count > 20, !["Z", "X"].contains(fields[1]), let group = pid_t(fields[3]) else {
        return nil
      }
      (self.identifier, self.group, start) = (identifier, group, fields[20])
    }
  }

  private let group: pid_t
  private let members: [Member]

  /// Finds the processes of a group, whose leader was reaped just now; nil: there are none.
  init?(of group: pid_t) {
    // Almost always there are none, which the kernel reports without a search.
    guard kill(-group, 0) == 0 || errno == EPERM else { return nil }
    members = Directory.names(in: "/proc").compactMap { pid_t($0) }.compactMap { Member($0) }.filter {
      $0.group == group
    }
    if members.isEmpty { return nil }
    self.group = group
  }

  /// Whether the group still has one of the processes.
  var areThere: Bool { members.contains { Member($0.identifier) == $0 } }

  /// Sends a signal to the group, if it is still ours.
  func send(_ signal: Int32) { if areThere { kill(-group, signal) } }
}
