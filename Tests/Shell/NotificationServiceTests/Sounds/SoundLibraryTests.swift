import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import NotificationService

struct SoundLibraryTests {
  @Test(arguments: ["libno-such-library.so.0", "libc.so.6", "", "/"])
  func `without the library there is no sound, and no more than that`(name: String) {
    #expect(throws: SoundLibrary.Problem.noLibrary) { try SoundLibrary(name: name) }
    #expect(!SoundLibrary.isInstalled(name: name))
  }

  @Test func `a sound is asked for by its name, and a file by a copy of its content`() throws {
    let directory = try PrivateDirectory()
    let told = directory.file("told")
    let library = try SoundLibrary(name: FakeCanberra.make(in: directory, told: told))
    let reader = NamedFileReader(patience: .seconds(30))
    try library.play(name: "bell")
    try library.play(file: directory.write("content of a file", to: "a b.oga"), reader)
    try library.play(name: "chime")
    #expect(
      readText(told) == "event.id=bell\nmedia.filename=content of a file\nevent.id=chime\n")
  }

  @Test func `an error of the library is thrown with its number, and the next sound is asked for`() throws {
    let directory = try PrivateDirectory()
    let told = directory.file("told")
    let library = try SoundLibrary(name: FakeCanberra.make(in: directory, told: told, error: 6))
    let reader = NamedFileReader(patience: .seconds(30))
    let path = try directory.write("content of a file", to: "a.oga")
    #expect(throws: SoundLibrary.Problem.failed(-6)) { try library.play(name: "bell") }
    #expect(throws: SoundLibrary.Problem.failed(-6)) { try library.play(file: path, reader) }
    #expect(readText(told) == "event.id=bell\nmedia.filename=content of a file\n")
  }

  @Test func `the library of the system has the functions that are called`() throws {
    try #require(SoundLibrary.isInstalled(), "not installed: libcanberra0; run: apt install libcanberra0")
    let library = try SoundLibrary()
    // Whether there is a sound server depends on the machine.
    do throws(SoundLibrary.Problem) { try library.play(name: "bell") } catch {
      guard case .failed(let number) = error, number < 0 else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `a file that is longer than what is played is refused, not cut`() throws {
    let directory = ScratchDirectory()
    directory.write("", to: "long")
    let isLong = unsafe truncate(directory("long"), off_t(SoundLibrary.mostBytes) + 1) == 0
    try #require(isLong)
    let library = try SoundLibrary()
    let reader = NamedFileReader(patience: .seconds(30))
    #expect(throws: SoundLibrary.Problem.tooLong) { try library.play(file: directory("long"), reader) }
  }

  @Test func `only files are played, and nobody is waited for`() throws {
    let directory = ScratchDirectory()
    unsafe mkfifo(directory("pipe"), 0o600)
    let library = try SoundLibrary()
    let reader = NamedFileReader(patience: .seconds(30))
    for path in [directory("pipe"), directory.path, directory("missing"), "/dev/zero"] {
      #expect(throws: SoundLibrary.Problem.noFile, "\(path)") { try library.play(file: path, reader) }
    }
  }
}
