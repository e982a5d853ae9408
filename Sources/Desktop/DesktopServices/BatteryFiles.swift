import DesktopModel
import Loop

/// Reads the kernel's files of power supplies beside the main thread: a driver may have to ask its device, which takes a while.
@MainActor final class BatteryFiles {
  private let folder: String
  private let worker: Worker<Void>

  /// More batteries than anybody has.
  private nonisolated static let mostDevices = 64
  /// A driver that takes longer has no answer.
  private static let patience = Duration.seconds(10)

  /// Reads nothing yet; `folder` is that of the kernel's power supplies.
  init(loop: EventLoop, folder: String) {
    self.folder = folder
    worker = Worker(loop: loop, limit: Self.patience) {}
  }

  /// Reads the batteries of the machine, in the order of their names; `completion` is called later, with nil if they could not
  /// be read in time.
  func read(then completion: @escaping ([PowerDevice]?) -> Void) {
    let folder = folder
    run({ Self.devices(in: folder) }, then: completion)
  }

  private func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, then completion: @escaping (Result?) -> Void
  ) {
    worker.run(
      { _ in work() },
      then: { [weak self] (result: Result?) in
        completion(result)
        self?.worker.rest()
      })
  }

  private nonisolated static func devices(in folder: String) -> [PowerDevice] {
    Directory.names(in: folder).sorted().prefix(mostDevices).compactMap { name in
      RegularFile.text(ofPath: "\(folder)/\(name)/uevent", upTo: 1 << 16).flatMap(PowerDevice.init(uevent:))
    }
  }
}
