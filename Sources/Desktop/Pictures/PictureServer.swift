import CPlatform
import Glibc
import Loop
import Scenes

/// The program that decodes pictures for a client.
///
/// The libraries and all that they need are loaded before the first picture. From then on the program can
/// open no file, make no socket and start no process; it reads the files whose descriptors it receives, with
/// limits on memory and time. Where the kernel takes no filter of system calls, it has the limits alone, and says so.
public nonisolated enum PictureServer {
  /// Limit of the address space in bytes, most of which libraries map and never touch.
  private static let mostMemory: rlim_t = 1 << 30
  /// Limit of the CPU time for one picture, in seconds; the client's time limit is shorter.
  private static let mostTime: rlim_t = 10

  /// Serves until the client has gone; returns false if that was not possible.
  public static func serve() -> Bool {
    hyaline_end_with_parent()
    // The output of a library that prints must not be taken for an answer.
    let copy = dup(STDOUT_FILENO)
    guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return false }
    let socket = Descriptor(adopting: copy)
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_AS, mostMemory)
    FormatLibraries.load()
    limit(RLIMIT_FSIZE, 0)
    let isConfined = hyaline_confine() == 0
    do throws(RegularFile.Problem) {
      try socket.write(DecoderMessage.Header(isConfined ? .ready : .unconfined).bytes)
      while let request = receive(from: socket.raw) {
        renewTime()
        try socket.write(DecoderMessage.answer(request.answer()))
        hyaline_return_free_memory()
      }
      return true
    } catch { return false }
  }

  private struct Request: ~Copyable {
    let file: Descriptor
    let side: Int

    /// Decodes the picture; the file is closed before the answer is sent.
    consuming func answer() -> Result<Bitmap, PictureError.Reason> {
      do throws(PictureError.Reason) {
        return .success(try SmallPicture.decode(file.raw, side: side))
      } catch { return .failure(error) }
    }
  }

  /// Receives a request; nil when the stream has ended or the message is invalid.
  private static func receive(from socket: Int32) -> Request? {
    var bytes = [UInt8](repeating: 0, count: DecoderMessage.requestBytes)
    var file: Int32 = -1
    var count = 0
    repeat {
      count = unsafe hyaline_receive_descriptor(socket, &bytes, bytes.count, &file)
    } while count < 0 && errno == EINTR
    guard count == bytes.count, file >= 0, let side = DecoderMessage.side(bytes) else { return nil }
    return Request(file: Descriptor(adopting: file), side: side)
  }

  /// Starts the CPU time limit of a picture anew.
  private static func renewTime() {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return }
    let used = rlim_t(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1)
    limit(RLIMIT_CPU, used + mostTime, isFinal: false)
  }

  private static func limit(_ resource: __rlimit_resource, _ most: rlim_t, isFinal: Bool = true) {
    var limit = rlimit(rlim_cur: most, rlim_max: isFinal ? most : rlim_t.max)
    // Without a limit the client's deadline still ends this program.
    _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
