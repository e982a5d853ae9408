public import DBus
import DBusValues
public import DesktopModel
public import Loop

/// A light of the machine that can be dimmed: that of a screen, or of a keyboard. The kernel tells of its level, and logind sets
/// it for the user of the session.
@MainActor public final class MachineLight {
  /// What the light belongs to.
  public nonisolated enum Subject: Equatable, Sendable {
    case screen, keyboard

    /// The kernel's class of such devices, by which logind knows them too.
    var subsystem: String {
      switch self {
      case .screen: "backlight"
      case .keyboard: "leds"
      }
    }

    /// The file for which the kernel tells changes where it can. That of a screen holds what the device shows, which some
    /// drivers count in other units than the level.
    var toldFile: String {
      switch self {
      case .screen: "actual_brightness"
      case .keyboard: "brightness"
      }
    }
  }

  /// Nil: there is no such light.
  public private(set) var level: LightLevel?
  private let bus: MessageBus
  private let subject: Subject
  /// The folder of the light's files.
  private let folder: String
  private let name: String
  private let loop: EventLoop
  private let observers = Observers()
  /// Tells of writes to the file of a light for which the kernel tells none.
  private var writes: FileWatcher?
  private var isClosed = false
  private var watches: [AttributeWatch] = []
  private var setting: PendingCall?
  /// The level that logind is setting, and the one that was asked for meanwhile.
  private var requested: Int?
  private var wanted: (value: Int, completion: Completion)?

  /// Begins to follow the light of that name; nil: there is none. `root` is the kernel's folder of classes of devices. What the
  /// kernel tells is known at once.
  init?(_ subject: Subject, name: String, bus: MessageBus, loop: EventLoop, root: String) {
    (self.bus, self.loop) = (bus, loop)
    self.subject = subject
    self.name = name
    folder = "\(root)/\(subject.subsystem)/\(name)"
    level = read()
    guard level != nil else { return nil }
    observers.onEmpty = { [unowned self] in close() }
    watch()
  }

  private func watch() {
    // A key of the keyboard may change the light without a program's doing, for which there is a file of its own.
    watches = [subject.toldFile, "brightness_hw_changed"].compactMap { file in
      AttributeWatch(path: "\(folder)/\(file)", loop: loop) { [unowned self] in look() }
    }
    // The kernel tells what keys do to the lights of keyboards, and not what programs write.
    if subject == .keyboard {
      writes = try? FileWatcher(path: "\(folder)/\(subject.toldFile)", loop: loop) { [unowned self] in look()
      }
    }
  }

  /// Has `handler` called after changes, until the observation is cancelled or released; with the last one the light is no
  /// longer followed.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Whether the change that observers are told of at the moment was asked for by this program.
  public var isChangedByUs: Bool { setting != nil }

  /// Whether it is still followed.
  var isFollowed: Bool { !isClosed }

  isolated deinit { close() }

  /// How a change has ended: with the reason why it was not made; nil: it was.
  public typealias Completion = (BusError?) -> Void

  /// Makes it brighter by so many percent, or darker by as many below 0. `completion` is called unless another change is asked
  /// for before this one could be made.
  public func change(by points: Double, completion: @escaping Completion = { _ in }) {
    guard let level else { return }
    var from = level
    from.value = wanted?.value ?? requested ?? level.value
    set(from.changed(by: points, least: subject == .screen ? 1 : 0), completion)
  }

  /// Sets it to a part of its range, 0 … 1; a screen stays bright enough to be seen. `completion` is called unless another change
  /// is asked for before this one could be made.
  public func set(part: Double, completion: @escaping Completion = { _ in }) {
    guard let level else { return }
    var dark = level
    dark.value = 0
    set(dark.changed(by: 100 * min(max(part, 0), 1), least: subject == .screen ? 1 : 0), completion)
  }

  private func unwatch() {
    writes?.cancel()
    writes = nil
    for watch in watches { watch.cancel() }
    watches = []
  }

  /// Follows no more; idempotent.
  private func close() {
    isClosed = true
    unwatch()
    setting?.cancel()
    (setting, requested, wanted) = (nil, nil, nil)
    bus.closeIfUnused()
  }

  // MARK: - Setting

  private func set(_ value: Int, _ completion: @escaping Completion) {
    // One change after another: a wheel turns faster than services answer.
    guard setting == nil else {
      wanted = (value, completion)
      return
    }
    (requested, wanted) = (value, nil)
    bus.start()
    let call = Call(
      to: "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session",
      "SetBrightness", [.string(subject.subsystem), .string(name), .uint32(UInt32(clamping: value))],
      startsService: false, timeout: .seconds(5))
    setting = bus.call(call) { [weak self] result in
      guard let self else { return }
      let failure: BusError? = if case .failure(let error) = result { error } else { nil }
      if failure != nil { wanted = nil }
      // Not every driver tells of changes. Until it was looked at, what has changed was changed by us.
      look()
      (setting, requested) = (nil, nil)
      completion(failure)
      if let wanted { set(wanted.value, wanted.completion) }
    }
  }

  // MARK: - Reading

  /// The name of the light of that name, or of the one that fits best; nil: there is none.
  static func choice(_ subject: Subject, _ name: String?, root: String) -> String? {
    let devices = root + "/" + subject.subsystem
    let names = Directory.names(in: devices)
    if let name { return names.contains(name) ? name : nil }
    switch subject {
    case .keyboard: return names.filter { $0.hasSuffix("kbd_backlight") }.min()
    case .screen:
      return BacklightDevice.best(
        of: names.map { BacklightDevice(name: $0, type: Self.line("\(devices)/\($0)/type") ?? "") })?.name
    }
  }

  /// Reads the level again.
  public func look() {
    let new = read()
    guard new != level else { return }
    // The files of a light that comes back are others than those of before.
    if new == nil { unwatch() } else if level == nil, !isClosed { watch() }
    level = new
    observers.tell()
  }

  private func read() -> LightLevel? {
    // Both are in the units in which logind sets it.
    guard let value = number("brightness"), let most = number("max_brightness") else { return nil }
    return LightLevel(name: name, value: value, most: most)
  }

  private func number(_ file: String) -> Int? { Self.line("\(folder)/\(file)").flatMap { Int($0) } }

  private static func line(_ path: String) -> String? {
    RegularFile.text(ofPath: path, upTo: 64).map { String($0.prefix { !$0.isNewline }) }
  }
}
