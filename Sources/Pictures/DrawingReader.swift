import CPlatform
import Glibc
import Loop
import Measures
public import Scenes

/// Has drawings (SVG) drawn by a program of its own, which ends at a deadline whatever a file makes it do, and takes with
/// it what the drawing library holds.
///
/// The program is called with the file and the side of the square, and writes what `encode` makes.
public nonisolated struct DrawingReader: Sendable {
  /// A simple icon takes some hundredths of a second, most of them to start the program.
  public static let limit = Duration.milliseconds(1500)

  private let command: [String]
  private let limit: Duration

  /// `command` is a program and its first arguments.
  public init(command: [String], limit: Duration = Self.limit) {
    self.command = command
    self.limit = limit
  }

  /// A drawing in a square of `side` pixels; blocks until it is there, or `limit` is over.
  func load(path: String, side: Int) throws(PictureError.Reason) -> Bitmap {
    var ends: [Int32] = [-1, -1]
    guard unsafe hyaline_pipe(&ends) == 0 else { throw Self.systemError(errno) }
    defer { close(ends[0]) }
    var arguments = unsafe (command + [path, "\(side)"]).map { unsafe strdup($0) } + [nil]
    var variables = unsafe Self.environment(of: Self.ourEnvironment).map { unsafe strdup($0) } + [nil]
    var process: pid_t = 0
    let error = unsafe hyaline_spawn(&process, &arguments, &variables, ends[1], false)
    close(ends[1])
    while let variable = unsafe variables.popLast() { unsafe free(variable) }
    while let argument = unsafe arguments.popLast() { unsafe free(argument) }
    guard error == 0 else { throw Self.systemError(error) }
    defer {
      // With what it may have started; one that has ended waits to be reaped, so that the number is its own.
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
    }
    let output = try read(ends[0], atMost: Self.headerBytes + side * side * 4)
    guard let bitmap = Self.decode(output) else { throw .damaged("it cannot be drawn") }
    return bitmap
  }

  // MARK: - What it knows of us

  /// What finds libraries, fonts and the language of texts; neither sessions nor buses, keys or passwords.
  private static let names: Set<String> = [
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    "FONTCONFIG_SYSROOT", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "SWIFT_BACKTRACE",
  ]

  /// Of lines such as `HOME=/root` those that the program gets.
  static func environment(of lines: [String]) -> [String] {
    lines.filter { names.contains(String($0.prefix { $0 != "=" })) }
  }

  private static var ourEnvironment: [String] {
    var lines: [String] = []
    var place = unsafe environ
    while let line = unsafe place.pointee {
      lines.append(unsafe String(cString: line))
      unsafe place += 1
    }
    return lines
  }

  /// Reads to the end of the stream.
  private func read(_ descriptor: Int32, atMost most: Int) throws(PictureError.Reason) -> [UInt8] {
    let deadline = ContinuousClock.now + limit
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let left = deadline - .now
      guard left > .zero else { throw .damaged("it takes too long to draw") }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&ready, 1, Int32(left / .milliseconds(1)) + 1) > 0 else { continue }
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return output }
      if count < 0, errno != EINTR, errno != EAGAIN { throw Self.systemError(errno) }
      output += buffer[..<max(count, 0)]
      guard output.count <= most else { throw .damaged("it is larger than asked for") }
    }
  }

  private static func systemError(_ code: Int32) -> PictureError.Reason {
    .system(describe(errorNumber: code))
  }

  // MARK: - Between the two programs

  private static let headerBytes = 8

  /// Width and height as four bytes each, least first; then the pixels.
  public static func encode(_ bitmap: Bitmap) -> [UInt8] {
    let numbers = [bitmap.size.width, bitmap.size.height].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return numbers + bitmap.bytes
  }

  /// Nil if the bytes are not what `encode` makes.
  static func decode(_ bytes: [UInt8]) -> Bitmap? {
    guard bytes.count > headerBytes else { return nil }
    func number(_ start: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) } }
    let (width, height) = (number(0), number(4))
    guard (1...SmallPicture.mostSide).contains(width), (1...SmallPicture.mostSide).contains(height),
      bytes.count == headerBytes + width * height * 4
    else { return nil }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: Array(bytes[headerBytes...]))
  }
}
