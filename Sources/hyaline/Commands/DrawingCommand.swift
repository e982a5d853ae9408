import ArgumentParser
import Glibc
import Pictures

/// `hyaline read-drawing`, which hyaline calls itself: draws an SVG of a stranger's within limits, and writes its pixels.
struct DrawingCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "read-drawing", abstract: "Draw an SVG for another process.", shouldDisplay: false)

  /// Finds the program also after it was replaced by a newer one.
  static let ofThisProgram = ["/proc/self/exe", "read-drawing"]

  @Argument var path: String
  @Argument var side: Int

  /// Of address space, bytes: most of it libraries that are mapped and never touched.
  private static let mostMemory: rlim_t = 1 << 30
  /// Of computing, seconds; who asks has less patience.
  private static let mostTime: rlim_t = 2

  func run() throws {
    Self.limit(RLIMIT_AS, Self.mostMemory)
    Self.limit(RLIMIT_CPU, Self.mostTime)
    Self.limit(RLIMIT_FSIZE, 0)
    Self.limit(RLIMIT_CORE, 0)
    guard (1...SmallPicture.mostSide).contains(side),
      let bitmap = try? SmallPicture.load(path: path, side: side)
    else { throw ExitCode.failure }
    var output = DrawingReader.encode(bitmap)[...]
    while !output.isEmpty {
      let count = unsafe output.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw ExitCode.failure }
      output = output.dropFirst(count)
    }
  }

  private static func limit(_ resource: __rlimit_resource, _ most: rlim_t) {
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    // What cannot be limited still ends at the deadline.
    _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
