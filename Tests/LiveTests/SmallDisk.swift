import HeadlessSession
import TestSupport

/// A disk without room for the program under test: a library of functions by which it writes, that fail when a file would
/// become too large.
///
/// A file system that is really so small could only be made by root.
struct SmallDisk {
  /// The environment with which the program is to be started.
  let environment: [String: String]
  private let directory: PrivateDirectory
  private static let limitName = "disk.limit"

  /// Files below `folder` can hold so many bytes each.
  init(_ folder: String, mostBytes: Int, in directory: PrivateDirectory) throws {
    try requireProgram("cc", of: "gcc")
    self.directory = directory
    let source = try directory.write(Self.source, to: "disk.c")
    let library = directory.file("libdisk.so")
    let compiler = try SessionProcess(
      ["cc", "-shared", "-fPIC", "-o", library, source],
      environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"],
      log: directory.file("cc.log"))
    guard compiler.waitForEnd() == .exited(0) else {
      throw SessionError.failed(["cc"], log: compiler.logText)
    }
    let others = environmentVariable("HYALINE_TEST_PRELOAD").map { $0 + ":" } ?? ""
    environment = [
      "LD_PRELOAD": others + library, "SMALL_DISK": folder,
      "SMALL_DISK_LIMIT": try directory.write("\(mostBytes)", to: Self.limitName),
    ]
  }

  /// Makes more room, or less.
  func change(mostBytes: Int) throws { try directory.write("\(mostBytes)", to: Self.limitName) }

  private static let source = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    static int is_full(int descriptor, long long end) {
      const char *folder = getenv("SMALL_DISK"), *name = getenv("SMALL_DISK_LIMIT");
      if (!folder || !name) return 0;
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      ssize_t length = readlink(link, path, sizeof path - 1);
      if (length < 0 || strncmp(path, folder, strlen(folder))) return 0;
      FILE *file = fopen(name, "r");
      long long most = 0;
      if (!file) return 0;
      if (fscanf(file, "%lld", &most) != 1) most = 0;
      fclose(file);
      return end > most;
    }
    ssize_t pwrite64(int descriptor, const void *bytes, size_t count, long offset) {
      if (is_full(descriptor, (long long)offset + (long long)count)) {
        errno = ENOSPC;
        return -1;
      }
      return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
    }
    ssize_t pwrite(int descriptor, const void *bytes, size_t count, long offset) {
      return pwrite64(descriptor, bytes, count, offset);
    }

    """
}
