import DesktopModel
import Loop

/// Reads the kernel's files of power supplies on another thread, since a driver may have to query its device, which
/// takes a while.
@MainActor final class BatteryFiles {
  private let folder: String
  private let worker: Worker<Void>

  /// Limit of the number of power supplies, more than any machine has.
  private nonisolated static let mostDevices = 64
  /// The time limit of a reading; a driver that takes longer has no answer.
  private static let patience = Duration.seconds(10)

  /// Creates the reader, which reads nothing yet; `folder` is that of the kernel's power supplies.
  init(loop: EventLoop, folder: String) {
    self.folder = folder
    worker = Worker(loop: loop, limit: Self.patience) {}
  }

  /// Reads the batteries of the machine, by name; `completion` is called later, with nil if they could not be read in time.
  func read(then completion: @escaping ([PowerDevice]?) -> Void) {
    let folder = folder
    run({ Self.devices(in: folder) }, then: completion)
  }

  /// Reads the charges, in percent, at which the kernel ends charging of the batteries with these names; batteries
  /// without such a limit are left out. `completion` is called later, with nil if they could not be read in time.
  func readLimits(of names: [String], then completion: @escaping ([String: Int]?) -> Void) {
    let folder = folder
    run(
      {
        let limits = names.compactMap { name in Self.limit(of: name, in: folder).map { (name, $0) } }
        return Dictionary(limits, uniquingKeysWith: { first, _ in first })
      }, then: completion)
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
    let supplies = Directory.names(in: folder).sorted().prefix(mostDevices).compactMap { name in
      RegularFile.text(ofPath: "\(folder)/\(name)/uevent", upTo: 1 << 16).map { (name: name, text: $0) }
    }
    let adapters = Set(supplies.filter { PowerDevice.isConnectedSource(uevent: $0.text) }.map(\.name))
    return supplies.compactMap { name, text in
      guard var device = PowerDevice(uevent: text) else { return nil }
      device.connectToPower(by: adapters)
      device.setLimit(device.limit ?? limit(of: name, in: folder))
      return device
    }
  }

  /// The charge, in percent, at which the kernel ends charging; nil if there is no limit. Drivers have this attribute
  /// beside the properties of a battery, so the `uevent` file lacks it.
  private nonisolated static func limit(of name: String, in folder: String) -> Int? {
    // The name comes from a service, and need not be that of a folder.
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
    let text = RegularFile.text(ofPath: "\(folder)/\(name)/charge_control_end_threshold", upTo: 64)
    return text.flatMap { PowerDevice.limit(Int($0.prefix { !$0.isNewline })) }
  }
}
