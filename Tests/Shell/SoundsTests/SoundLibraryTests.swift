import Glibc
import Loop
import TestSupport
import Testing

@testable import Sounds

struct SoundLibraryTests {
  @Test(arguments: ["libno-such-library.so.0", "libc.so.6", "", "/"])
  func `without the library there is no sound, and no more than that`(name: String) {
    #expect(throws: SoundLibrary.Problem.noLibrary) { try SoundLibrary(name: name) }
    #expect(!SoundLibrary.isInstalled(name: name))
  }

  @Test func `with the library, without a sound server, playing fails or does nothing`() throws {
    let isInstalled = unsafe dlopen("libcanberra.so.0", RTLD_NOW) != nil
    try #require(isInstalled, "not installed: libcanberra0; run: apt install libcanberra0")
    let library = try SoundLibrary()
    let reader = NamedFileReader(patience: .seconds(30))
    for _ in 0..<3 {
      // Whether it works depends on the machine; that nothing else happens does not.
      try? library.play(name: "bell")
      try? library.play(file: "/nonexistent/a.oga", reader)
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
