import Geometry
import Loop
import Settings

/// Puts off the starts of sources that ask services until a bar is on the screen, whose first frame comes sooner by that.
final class LateStarts {
  private let loop: EventLoop
  private var starts: [(module: ModuleName, run: () -> Void)] = []
  /// Whether a bar was shown, or waited for long enough, so that nothing is put off any more.
  private var areOver = false
  private lazy var mark = loop.register("services of modules", for: .update) { [unowned self] in run() }

  /// The time after which sources are started although no bar was shown, because bars are hidden or have no output.
  static let patience = Duration.seconds(1)

  init(_ loop: EventLoop) { self.loop = loop }

  /// Calls `start`, which starts the source of a module, once nothing is put off any more.
  func run(for module: ModuleName, _ start: @escaping () -> Void) {
    if areOver { return start() }
    starts.append((module, start))
    mark.deadline = mark.deadline ?? loop.now + Self.patience
  }

  /// Drops what was put off for a module.
  func drop(_ module: ModuleName) { starts.removeAll { $0.module == module } }

  /// Notes that the compositor has handled the first frame of a bar: starts follow in the next iteration of the loop.
  func barWasShown() { if !areOver { mark.setForNextIteration() } }

  /// Drops all that was put off; idempotent.
  func cancel() {
    starts = []
    mark.cancel()
  }

  private func run() {
    areOver = true
    mark.deadline = nil
    let waiting = starts
    starts = []
    for start in waiting { start.run() }
  }
}
