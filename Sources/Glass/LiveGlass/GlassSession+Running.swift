public import GlassModel
import Glibc
import Loop
public import Rendering
import Wayland

extension GlassSession {
  /// Runs a session until SIGTERM or SIGINT, for programs that do nothing else.
  ///
  /// `prepare` gets a session with a loop of its own and sets callbacks; it is called before the first output
  /// is reported. Throws the error of `prepare`, and the error that prevents glass from being shown, at the
  /// start or later.
  public static func run(
    renderer: RendererFactory, backdrop: BackdropPolicy = BackdropPolicy(),
    _ prepare: (GlassSession) throws -> Void
  ) throws {
    let loop = try EventLoop()
    // Signals are registered before the session is made, since its libraries may start threads.
    let signals = try loop.onSignal([SIGTERM, SIGINT]) { _ in loop.stop() }
    defer { signals.cancel() }
    guard let connection = try Connection.open(loop: loop) else { return }
    let session = try GlassSession(connection, loop: loop, renderer: renderer, backdrop: backdrop)
    defer { session.close() }
    var failure: GlassError?
    session.onFailure = { error in
      failure = error
      loop.stop()
    }
    try prepare(session)
    session.attach()
    loop.run()
    if let failure { throw failure }
  }

  /// Calls `run`, and ends the program after an error with one line on standard error and the exit status 1.
  public static func main(
    renderer: RendererFactory, backdrop: BackdropPolicy = BackdropPolicy(),
    _ prepare: (GlassSession) throws -> Void
  ) {
    do { try run(renderer: renderer, backdrop: backdrop, prepare) } catch {
      let program = CommandLine.arguments.first?.split(separator: "/").last ?? "program"
      let line = Array("\(program): \(error)\n".utf8)
      _ = unsafe write(STDERR_FILENO, line, line.count)
      exit(1)
    }
  }
}
