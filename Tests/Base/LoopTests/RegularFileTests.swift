import Glibc
import Loop
import TestSupport
import Testing

@Suite struct RegularFileTests {
  private let directory = ScratchDirectory()

  private func problem(_ path: String) -> RegularFile.Problem? {
    do throws(RegularFile.Problem) {
      _ = try RegularFile(path: path)
      return nil
    } catch { return error }
  }

  @Test func `only what is a file is opened, and nobody is waited for`() {
    unsafe mkfifo(directory("pipe"), 0o600)
    directory.link("link", to: directory("pipe"))
    #expect(problem(directory("pipe")) == .notRegular)
    #expect(problem(directory("link")) == .notRegular)
    #expect(problem(directory.path) == .notRegular)
    #expect(problem("/dev/null") == .notRegular)
    #expect(problem(directory("missing")) == .system(ENOENT))
    #expect(problem("") == .system(ENOENT))
  }

  @Test func `what takes the place of a file is not what is read`() throws {
    directory.write("first", to: "a")
    let file = try RegularFile(path: directory("a"))
    #expect(file.version.byteCount == 5)
    directory.remove("a")
    unsafe mkfifo(directory("a"), 0o600)
    let again = try RegularFile(path: file.path)
    // The removal has changed the inode.
    let versions = (again.version, file.version)
    #expect(versions.0.inode == versions.1.inode && versions.0.changed >= versions.1.changed)
  }

  @Test func `a file that was replaced or rewritten has another version`() throws {
    directory.write("first", to: "a")
    let version = try RegularFile(path: directory("a")).version
    directory.replace("a", with: "other")
    #expect(try RegularFile(path: directory("a")).version != version)
  }

  @Test func `of a file no more is read than was asked for`() throws {
    directory.write(String(repeating: "a", count: 100_000) + "b", to: "a")
    let path = directory("a")
    #expect(try RegularFile.bytes(ofPath: path, upTo: 3) == Array("aaa".utf8))
    #expect(try RegularFile.bytes(ofPath: path, upTo: 0) == [])
    #expect(RegularFile.text(ofPath: path, upTo: 100_000)?.utf8.last == UInt8(ascii: "a"))
    #expect(RegularFile.text(ofPath: path, upTo: .max)?.utf8.count == 100_001)
    #expect(RegularFile.text(ofPath: directory("missing"), upTo: 1) == nil)
    // The system tells no size of its own files.
    #expect(RegularFile.text(ofPath: "/proc/self/comm", upTo: 64)?.last == "\n")
  }

  @Test func `a relative path begins in the folder that is named`() throws {
    directory.write("text", to: "a")
    let raw = unsafe open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(raw >= 0)
    let folder = Descriptor(adopting: raw)
    #expect(RegularFile.text(ofPath: "a", in: folder.raw, upTo: 9) == "text")
    #expect(RegularFile.text(ofPath: "b", in: folder.raw, upTo: 9) == nil)
  }
}
