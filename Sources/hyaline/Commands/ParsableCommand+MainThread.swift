import ArgumentParser

extension ParsableCommand {
  /// Runs a command where it is anyway, on the main thread; an error becomes one line and the exit status 1.
  nonisolated func onMainThread(_ body: @MainActor () throws -> Void) throws {
    try MainActor.assumeIsolated {
      do { try body() } catch let status as ExitCode { throw status } catch {
        Log.error("\(error)")
        throw ExitCode(1)
      }
    }
  }
}
