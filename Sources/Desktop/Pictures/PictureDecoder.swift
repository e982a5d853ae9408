import Glibc
import Loop
import Scenes

/// Decodes pictures that other programs have named, by a separate, confined program that is killed if
/// it takes too long.
///
/// The program is started by the first picture and decodes one after another, until `rest` or the release of
/// this object. Both happen on the thread that decodes.
public nonisolated final class PictureDecoder {
  /// Time limit of one picture: a simple one takes a millisecond, one of 4096 pixels a side some
  /// tenths of a second.
  public static let limit = Duration.seconds(2)
  /// Time limit of the program's start: usually some hundredths of a second, seconds if the disk is busy.
  public static let startLimit = Duration.seconds(6)

  /// The message for a decoder without a filter of system calls.
  public static let unconfinedWords =
    "decoded by a process without its filter of system calls, since the kernel takes none"

  private let command: [String]
  private let limit: Duration
  private let startLimit: Duration
  private var program: DecoderProgram?
  /// Whether the program turned out to work without a filter of system calls.
  private(set) var isUnconfined = false

  /// Whether the program is confined on this system.
  public enum Confinement: Equatable, Sendable {
    /// A filter of system calls keeps it from opening files, making connections and starting programs.
    case confined
    /// The kernel takes no such filter.
    case unconfined
    /// The program does not start, for this reason.
    case unavailable(String)
  }

  /// Makes a decoder; `command` is the program and its first arguments.
  public init(
    command: [String], limit: Duration = PictureDecoder.limit,
    startLimit: Duration = PictureDecoder.startLimit
  ) {
    self.command = command
    self.limit = limit
    self.startLimit = startLimit
  }

  deinit { rest() }

  /// Ends the program, which frees its memory; the next picture starts another. Idempotent.
  public func rest() {
    program?.end()
    program = nil
  }

  /// Starts the program if it does not run, and returns how it is confined; blocks until it has started.
  public func examine() -> Confinement {
    do throws(PictureError.Reason) {
      _ = try runningProgram()
      return isUnconfined ? .unconfined : .confined
    } catch { return .unavailable("\(error)") }
  }

  /// Loads the libraries of formats that are installed; returns a message for each that is missing, which names its package.
  public static func missingLibraries() -> [String] { FormatLibraries.missing() }

  /// Decodes `file`, fitted into a square of `side` pixels; a drawing fills it. Blocks until the answer
  /// or the time limit.
  func decode(_ file: borrowing RegularFile, side: Int) throws(PictureError.Reason) -> Bitmap {
    // A program that has ended since the last picture was not ended by this picture.
    if program?.hasEnded == true { rest() }
    let program = try runningProgram()
    let answer: Result<Bitmap, PictureError.Reason>
    do throws(PictureError.Reason) {
      answer = try program.ask(for: file, side: side, within: limit)
    } catch {
      rest()
      throw error
    }
    return try answer.get()
  }

  private func runningProgram() throws(PictureError.Reason) -> DecoderProgram {
    if let program { return program }
    let started = try start()
    program = started
    return started
  }

  private func start() throws(PictureError.Reason) -> DecoderProgram {
    let started = try DecoderProgram(command)
    switch try? started.begin(within: startLimit) {
    case .ready:
      isUnconfined = false
      return started
    case .unconfined:
      isUnconfined = true
      return started
    // A failed start is no fault of the picture, which is tried again.
    default: throw .system("the program that decodes pictures does not start")
    }
  }
}
