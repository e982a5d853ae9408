import Glibc
import Loop

/// Determines whether a process is sandboxed by flatpak or snap.
nonisolated enum Sandbox {
  /// Reads a few files of the process; a process that cannot be read or has ended counts as confined.
  ///
  /// May block if the root of the process is in a file system that does not answer.
  ///
  /// - Parameters:
  ///   - label: The security label of the process's connection; nil if the bus does not report it.
  ///   - processes: The folder in which the system lists its processes.
  static func confines(process: Int, label: String?, processes: String = "/proc") -> Bool {
    let folder = unsafe open("\(processes)/\(process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return true }
    defer { close(folder) }
    // All files are opened below one descriptor, so that a new process with the same number is never read.
    return isFlatpak(folder) || isSnap(folder, label)
  }

  /// Whether the root has the file that flatpak creates where the sandbox cannot remove it.
  private static func isFlatpak(_ folder: Int32) -> Bool {
    var status = stat()
    let result = unsafe fstatat(folder, "root/.flatpak-info", &status, AT_SYMLINK_NOFOLLOW)
    if result == 0 || errno != ENOENT { return true }
    // The file is also missing if the process has ended, and its root with it.
    return unsafe fstatat(folder, "root/", &status, 0) != 0
  }

  private static func isSnap(_ folder: Int32, _ label: String?) -> Bool {
    let label = label ?? text("attr/apparmor/current", in: folder) ?? text("attr/current", in: folder) ?? ""
    // A classic snap, which is not confined, has a label in complain mode.
    if label.hasPrefix("snap.") { return label.text(after: "(enforce)") != nil }
    // Without AppArmor the control group shows whether it is a snap.
    return (text("cgroup", in: folder) ?? "").split(separator: "\n").contains { line in
      line.split(separator: "/").contains { $0.hasPrefix("snap.") }
    }
  }

  /// The beginning of a small file; nil if it cannot be read.
  private static func text(_ name: String, in folder: Int32) -> String? {
    RegularFile.text(ofPath: name, in: folder, upTo: 4096)
  }
}
