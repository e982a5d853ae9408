import Geometry
import Loop
import Settings

/// Puts off the starts of sources that ask services until a bar was drawn, whose first frame comes sooner by that.
final class LateStarts {
  private let loop: EventLoop
  private var starts: [(module: ModuleName, run: () -> Void)] = []
  /// Whether a bar was drawn, or waited for long enough, so that nothing is put off any more.
  private var areOver = false
  private lazy var mark = loop.register("services of modules", for: .update) { [unowned self] in run() }

  /// The time after which sources are started although no bar was drawn, because bars are hidden or have no output.
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

  /// Notes that a bar makes its scene: starts follow in the next iteration of the loop, after the frame of that bar.
  func barWasDrawn() { if !areOver { mark.setForNextIteration() } }

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
