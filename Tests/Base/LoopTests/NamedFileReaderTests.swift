import Glibc
import HeadlessSession
import TestSupport
import Testing

@testable import Loop

@Suite struct NamedFileReaderTests {
  private let directory = ScratchDirectory()
  private let stuck = StuckProcesses()

  private func reader(mounts: [String] = ["/"]) -> NamedFileReader {
    NamedFileReader(patience: .seconds(30), mounts: { mounts }, stuck: stuck)
  }

  /// Makes a reader follow a path until it halts at a place, as if that did not answer.
  private func follow(_ path: String, stuckAt place: String, _ reader: NamedFileReader) {
    (reader.patience, reader.halt) = (.milliseconds(20), directory(place))
    #expect(throws: RegularFile.Problem.notAnswering) { try reader.settledVersion(ofPath: directory(path)) }
    (reader.patience, reader.halt) = (.seconds(30), "")
  }

  private func contents(_ file: borrowing RegularFile) throws -> String {
    String(decoding: try file.descriptor.bytes(upTo: 1 << 20), as: UTF8.self)
  }

  @Test func `a copy keeps what was in the file when it was read`() throws {
    directory.write("first", to: "a")
    let reader = NamedFileReader(patience: .seconds(30))
    let first = try reader.copy(ofPath: directory("a"), upTo: 100)
    directory.write("second", to: "a")
    let second = try reader.copy(ofPath: directory("a"), upTo: 100)
    directory.remove("a")
    #expect(try contents(first) == "first")
    #expect(try contents(second) == "second")
    let versions = [first.version, second.version]
    #expect(versions[0] != versions[1])
    #expect(throws: RegularFile.Problem.system(ENOENT)) { try reader.settledVersion(ofPath: directory("a")) }
  }

  @Test func `the version is that of the open file, and a longer file is cut`() throws {
    directory.write(String(repeating: "x", count: 100_000), to: "a")
    let reader = NamedFileReader(patience: .seconds(30))
    let copied = try reader.copy(ofPath: directory("a"), upTo: 10).version
    let opened = try RegularFile(path: directory("a")).version
    #expect(copied == opened)
    let settled = try reader.settledVersion(ofPath: directory("a"))
    #expect(settled == nil, "it was written just now")
    let program = try RegularFile(path: "/bin/sh").version
    let known = try reader.settledVersion(ofPath: "/bin/sh")
    #expect(known == program)
    let cut = try reader.copy(ofPath: directory("a"), upTo: 70_000)
    #expect(try contents(cut).utf8.count == 70_001)
    #expect(reader.text(ofPath: directory("a"), upTo: 3) == "xxx")
  }

  @Test func `links are followed as the kernel follows them`() throws {
    directory.makeDirectory("a")
    directory.makeDirectory("a/b")
    directory.write("text", to: "a/b/file")
    directory.link("relative", to: "a/./b/../b")
    directory.link("a/up", to: "../a/b/file")
    directory.link("absolute", to: directory("relative") + "/file")
    directory.link("circle", to: "circle")
    let reader = NamedFileReader(patience: .seconds(30))
    for path in ["relative/file", "a/up", "absolute", "a//b/./file", "a/b/../b/file"] {
      #expect(reader.text(ofPath: directory(path), upTo: 100) == "text", "\(path)")
    }
    #expect(throws: RegularFile.Problem.system(ELOOP)) {
      try reader.settledVersion(ofPath: directory("circle"))
    }
  }

  @Test func `folders, pipes and devices are no files, and a folder's names are read`() throws {
    directory.makeDirectory("a")
    for number in 0..<500 { directory.write("", to: "a/a file with a long name \(number)") }
    try #require(unsafe mkfifo(directory("pipe"), 0o600) == 0)
    let reader = NamedFileReader(patience: .seconds(30))
    for path in [directory("a"), directory("pipe"), "/dev/null"] {
      #expect(throws: RegularFile.Problem.notRegular) { _ = try reader.copy(ofPath: path, upTo: 10) }
      #expect(throws: RegularFile.Problem.notRegular) { try reader.settledVersion(ofPath: path) }
    }
    #expect(Set(reader.names(in: directory("a"))) == Set((0..<500).map { "a file with a long name \($0)" }))
    #expect(reader.names(in: directory("pipe")).isEmpty)
  }

  @Test func `what is on a mount that does not answer costs one wait, and other paths are read`() throws {
    for folder in ["hung", "hung/deep", "other"] {
      directory.makeDirectory(folder)
      directory.write("text", to: folder + "/file")
    }
    directory.link("link", to: "hung/deep")
    let reader = reader(mounts: ["/", directory("hung"), directory("other")])
    follow("link/file", stuckAt: "hung/deep", reader)
    // A new process would answer at these places now.
    for path in ["hung/file", "hung/deep/file", "link/file", "hung"] {
      #expect(throws: RegularFile.Problem.notAnswering, "\(path)") {
        try reader.settledVersion(ofPath: directory(path))
      }
    }
    #expect(reader.text(ofPath: directory("other/file"), upTo: 10) == "text")
    #expect(reader.text(ofPath: directory("hung") + "/../other/file", upTo: 10) == nil)
  }

  @Test func `what does not answer is asked again as soon as the process that was stuck there has ended`()
    throws
  {
    for folder in ["hung", "hung/deep"] { directory.makeDirectory(folder) }
    directory.write("text", to: "hung/file")
    let reader = reader(mounts: [directory("hung")])
    follow("hung/deep/file", stuckAt: "hung/deep", reader)
    #expect(reader.text(ofPath: directory("hung/file"), upTo: 10) == nil)
    directory.remove("hung/deep")
    let isRead = Deadline.patient.wait { reader.text(ofPath: directory("hung/file"), upTo: 10) == "text" }
    #expect(isRead)
  }

  @Test func `at the root nothing but the place itself is left alone`() throws {
    directory.write("text", to: "a")
    directory.write("text", to: "b")
    let reader = reader()
    follow("a", stuckAt: "a", reader)
    #expect(reader.text(ofPath: directory("b"), upTo: 10) == "text")
  }

  @Test func `no path is followed while processes are stuck at the most places`() throws {
    for number in 0...StuckProcesses.mostPlaces { directory.write("text", to: "\(number)") }
    for number in 0..<StuckProcesses.mostPlaces {
      // A reader that is released leaves its process stuck.
      follow("\(number)", stuckAt: "\(number)", reader())
    }
    let last = directory("\(StuckProcesses.mostPlaces)")
    #expect(throws: RegularFile.Problem.notAnswering) { try reader().settledVersion(ofPath: last) }
  }

  @Test func `a mount that does not answer is left alone by all readers, also when the first was released`()
    throws
  {
    for folder in ["hung", "hung/deep"] { directory.makeDirectory(folder) }
    directory.write("text", to: "hung/file")
    directory.write("text", to: "file")
    let mounts = ["/", directory("hung")]
    do { follow("hung/deep", stuckAt: "hung/deep", reader(mounts: mounts)) }
    // Another process would answer at this place now, were it asked.
    #expect(reader(mounts: mounts).text(ofPath: directory("hung/file"), upTo: 10) == nil)
    #expect(reader(mounts: mounts).text(ofPath: directory("file"), upTo: 10) == "text")
    #expect(stuck.places == [directory("hung")])
  }

  @Test func `mounts are read from the kernel's table, and the innermost one counts`() {
    let table = """
      25 30 0:23 / /sys rw,nosuid - sysfs sysfs rw
      30 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
      44 30 0:40 / /mnt/with\\040space rw - fuse.x x rw
      45 44 0:41 / /mnt/with\\040space/in\\134side rw - fuse.y y rw
      """
    let mounts = MountTable.folders(in: table)
    #expect(mounts == ["/sys", "/", "/mnt/with space", "/mnt/with space/in\\side"])
    for (place, barred) in [
      ("/mnt/with space/in\\side/a/b", "/mnt/with space/in\\side"), ("/mnt/with space", "/mnt/with space"),
      ("/mnt/with space2", "/mnt/with space2"), ("/home/me/file", "/home/me/file"),
    ] {
      #expect(MountTable.barred(at: place, mounts: mounts) == barred)
    }
    #expect(MountTable.current.contains("/"))
  }
}
