import Application
import ArgumentParser
import CPlatform
import Logging

extension ParsableCommand {
  /// Runs a command on the main actor, as it is on the main thread; an error is printed as one line,
  /// with exit status 1.
  nonisolated func onMainThread(_ body: @MainActor () throws -> Void) throws {
    try MainActor.assumeIsolated {
      do {
        try body()
        // Printed text may still be buffered, and writing it may fail.
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
