import Glibc
import Loop

/// Tells of a process whether it lives in a sandbox of flatpak or snap.
nonisolated enum Sandbox {
  /// Reads a few files of the process; one that cannot be looked into, or has gone, counts as confined.
  ///
  /// May block where the root of the process lies in a file system that does not answer.
  ///
  /// - Parameters:
  ///   - label: The security label of its connection, if the bus tells it.
  ///   - processes: Where the system shows its processes.
  static func confines(process: Int, label: String?, processes: String = "/proc") -> Bool {
    let folder = unsafe open("\(processes)/\(process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return true }
    defer { close(folder) }
    // All files are opened below one descriptor, so that a new process with the same number is never meant.
    return isFlatpak(folder) || isSnap(folder, label)
  }

  /// Flatpak puts this file where nothing in the sandbox can remove it.
  private static func isFlatpak(_ folder: Int32) -> Bool {
    var status = stat()
    let result = unsafe fstatat(folder, "root/.flatpak-info", &status, AT_SYMLINK_NOFOLLOW)
    if result == 0 || errno != ENOENT { return true }
    // The file is missing too where the process has gone meanwhile, and its root with it.
    return unsafe fstatat(folder, "root/", &status, 0) != 0
  }

  private static func isSnap(_ folder: Int32, _ label: String?) -> Bool {
    let label = label ?? text("attr/apparmor/current", in: folder) ?? text("attr/current", in: folder) ?? ""
    // A classic snap, which is not confined, has a label that only complains.
    if label.hasPrefix("snap.") { return label.text(after: "(enforce)") != nil }
    // The control group tells where the system has no AppArmor.
    return (text("cgroup", in: folder) ?? "").split(separator: "\n").contains { line in
      line.split(separator: "/").contains { $0.hasPrefix("snap.") }
    }
  }

  /// The beginning of a small file; nil: it cannot be read.
  private static func text(_ name: String, in folder: Int32) -> String? {
    RegularFile.text(ofPath: name, in: folder, upTo: 4096)
  }
}
