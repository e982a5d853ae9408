import Glibc
import Loop
import Scenes

/// Has pictures that others have named decoded by a program of its own, which is confined, and is ended where it takes
/// too long.
///
/// The program is started by the first picture and serves one after another, until `rest` or the end of this, which are
/// called on the thread that asks for pictures.
public nonisolated final class PictureDecoder {
  /// What one picture may take: a simple one takes a millisecond, one of 4096 pixels a side some tenths of a second.
  public static let limit = Duration.seconds(2)
  /// What the program may take to start: some hundredths of a second mostly, seconds with a busy machine's disk.
  public static let startLimit = Duration.seconds(6)

  /// What people are told of a decoder that has no filter of system calls.
  public static let unconfinedWords =
    "decoded by a process without its filter of system calls: the kernel takes none, or the decoders of this system do not work under it"

  private let command: [String]
  private let limit: Duration
  private let startLimit: Duration
  private var program: DecoderProgram?
  /// Set once it was found that this system's decoders do not work in a program that is confined.
  private(set) var isUnconfined = false

  /// How the program is started on this system.
  public enum Confinement: Equatable, Sendable {
    /// A filter of system calls keeps it from opening files, making connections and starting programs.
    case confined
    /// The kernel takes no such filter, or the decoders of this system do not work under one.
    case unconfined
    /// It does not start, for this reason.
    case unavailable(String)
  }

  /// `command` is a program and its first arguments.
  public init(
    command: [String], limit: Duration = PictureDecoder.limit,
    startLimit: Duration = PictureDecoder.startLimit
  ) {
    self.command = command
    self.limit = limit
    self.startLimit = startLimit
  }

  deinit { rest() }

  /// Ends the program, and with it what it holds in memory; the next picture starts another. Idempotent.
  public func rest() {
    program?.end()
    program = nil
  }

  /// Starts the program where it does not run, and tells how that is done; blocks until it has started.
  public func examine() -> Confinement {
    do throws(PictureError.Reason) {
      _ = try runningProgram()
      return isUnconfined ? .unconfined : .confined
    } catch { return .unavailable("\(error)") }
  }

  /// The picture of `file`, such that it fits into a square of `side` pixels, a drawing in that size; blocks until it is
  /// there, or the time is over.
  func decode(_ file: borrowing RegularFile, side: Int) throws(PictureError.Reason) -> Bitmap {
    // One that has ended since the last picture did not end by this one.
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
    let started = try DecoderProgram(command + (isUnconfined ? [PictureServer.unconfined] : []))
    switch try? started.begin(within: startLimit) {
    case .ready: return started
    case .unconfinable where !isUnconfined:
      isUnconfined = true
      return try start()
    // That is no fault of the picture, which is tried again.
    default: throw .system("the program that decodes pictures does not start")
    }
  }
}
