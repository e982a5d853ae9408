import Glibc

/// DRM's render nodes: the devices by which programs other than the display server draw on a GPU.
enum RenderNode {
  /// The directory in which the kernel's DRM subsystem makes its devices.
  static let directory = "/dev/dri"
  /// The prefix of the names of render nodes, which is followed by numbers from 128 on.
  static let prefix = "renderD"

  /// The path of the first render node that this process can open for reading and writing; nil if there is none.
  static func firstUsable(in directory: String = directory) -> String? {
    names(in: directory).sorted().map { "\(directory)/\($0)" }.first(where: canOpen)
  }

  private static func names(in directory: String) -> [String] {
    guard let listing = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.hasPrefix(prefix) { names.append(name) }
    }
    return names
  }

  /// Whether the device can be opened, which groups and access control lists decide: only opening it shows that.
  private static func canOpen(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
