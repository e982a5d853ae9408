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
    #expect(again.version == file.version)
  }

  @Test func `a file that was replaced or rewritten has another version`() throws {
    directory.write("first", to: "a")
    let version = try RegularFile(path: directory("a")).version
    directory.replace("a", with: "other")
    #expect(try RegularFile(path: directory("a")).version != version)
  }
}
