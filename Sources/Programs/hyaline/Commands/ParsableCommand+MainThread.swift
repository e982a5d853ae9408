import ArgumentParser
import CPlatform
import Logging

extension ParsableCommand {
  /// Runs a command where it is anyway, on the main thread; an error becomes one line and the exit status 1.
  nonisolated func onMainThread(_ body: @MainActor () throws -> Void) throws {
    try MainActor.assumeIsolated {
      do {
        try body()
        // What was printed may not be written yet, and its file be full.
        guard hyaline_flush_output() else { throw StartError("cannot write to standard output") }
      } catch let status as ExitCode {
        throw status
      } catch {
        Log.error("\(error)")
        throw ExitCode(1)
      }
    }
  }
}
