public import DBus
public import DesktopModel
public import Loop

/// A backlight of the machine that can be dimmed: a screen's or a keyboard's. The kernel reports its level, and logind
/// sets it for the user of the session.
@MainActor public final class MachineLight {
  /// Kind of device that the light belongs to.
  public nonisolated enum Subject: Equatable, Sendable {
    case screen, keyboard

    /// The kernel's class of such devices, which calls of logind name, too.
    var subsystem: String {
      switch self {
      case .screen: "backlight"
      case .keyboard: "leds"
      }
    }

    /// The file whose changes the kernel reports if it can. That of a screen has the brightness of the hardware, which
    /// some drivers count in other units than the level.
    var toldFile: String {
      switch self {
      case .screen: "actual_brightness"
      case .keyboard: "brightness"
      }
    }
  }

  /// The level; nil if the light was removed.
  public private(set) var level: LightLevel?
  private let bus: MessageBus
  private let subject: Subject
  /// The folder of the light's files.
  private let folder: String
  private let name: String
  private let observers = Observers()
  /// Reports writes to the `brightness` file of a keyboard, of which the kernel sends no notifications.
  private var writes: FileWatcher?
  private var isClosed = false
  private var watches: [AttributeWatch] = []
  private var setting: PendingCall?
  /// The level that logind is setting; nil if there is none.
  private var requested: Int?
  private var wanted: (value: Int, completion: Completion)?

  /// Starts following the light with this name; nil if there is none. `root` is the kernel's folder of classes of
  /// devices. The level is known at once.
  init?(_ subject: Subject, name: String, bus: MessageBus, root: String) {
    self.bus = bus
    self.subject = subject
    self.name = name
    folder = "\(root)/\(subject.subsystem)/\(name)"
    level = read()
    guard level != nil else { return nil }
    observers.onEmpty = { [unowned self] in close() }
    watch()
  }

  private func watch() {
    // A key of the keyboard may change the light in hardware, for which the kernel has the file `brightness_hw_changed`.
    watches = [subject.toldFile, "brightness_hw_changed"].compactMap { file in
      AttributeWatch(path: "\(folder)/\(file)", loop: bus.loop) { [unowned self] in look() }
    }
    // The kernel reports what keys do to the lights of keyboards, but not what programs write.
    if subject == .keyboard {
      writes = try? FileWatcher(path: "\(folder)/\(subject.toldFile)", loop: bus.loop) { [unowned self] in
        look()
      }
    }
  }

  /// Calls `handler` after changes, until the observation is cancelled or released. With the last observer the light is
  /// no longer followed.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Whether this program has requested the change of which observers are being notified.
  public var isChangedByUs: Bool { setting != nil }

  /// Whether the light is still followed.
  var isFollowed: Bool { !isClosed }

  isolated deinit { close() }

  /// A handler for the end of a change, with the error if it was not made.
  public typealias Completion = (BusError?) -> Void

  /// Makes the light brighter by `points` percent, or darker if they are negative, but not darker than `least` percent, as
  /// percentages of a curve. `completion` is not called if another change is requested before this one can be made.
  public func change(
    by points: Double, least: Double = 0, curve: Double = 1, completion: @escaping Completion = { _ in }
  ) {
    guard let level else { return }
    var from = level
    from.value = wanted?.value ?? requested ?? level.value
    from.curve = curve
    set(from.changed(by: points, least: self.least(least)), completion)
  }

  /// Sets the light to a fraction of its range, 0 … 1, but not darker than `least` percent; a screen stays bright enough to be
  /// seen. `completion` is not called if another change is requested before this one can be made.
  public func set(
    part: Double, least: Double = 0, curve: Double = 1, completion: @escaping Completion = { _ in }
  ) {
    guard let level else { return }
    var dark = level
    (dark.value, dark.curve) = (0, curve)
    let percent = max(100 * min(max(part, 0), 1), min(least, 100))
    set(dark.changed(by: percent, least: self.least(least)), completion)
  }

  /// The least brightness in percent, given that of the settings.
  private func least(_ wanted: Double) -> Double { subject == .screen ? max(1, wanted) : wanted }

  private func unwatch() {
    writes.end()
    watches.end()
  }

  /// Stops following; idempotent.
  private func close() {
    isClosed = true
    unwatch()
    setting.end()
    (requested, wanted) = (nil, nil)
    bus.closeIfUnused()
  }

  // MARK: - Setting

  private func set(_ value: Int, _ completion: @escaping Completion) {
    // Changes are made one after another, because a wheel turns faster than services answer.
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
      // Not every driver reports changes. Until the level was read, a change counts as one that this program has requested.
      look()
      (setting, requested) = (nil, nil)
      completion(failure)
      if let wanted { set(wanted.value, wanted.completion) }
    }
  }

  // MARK: - Reading

  /// Returns the name of the light to use: the given name if there is such a light, or the best choice if it is nil;
  /// nil if there is none.
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
    // A light that reappears has new files.
    if new == nil { unwatch() } else if level == nil, !isClosed { watch() }
    level = new
    observers.tell()
  }

  /// Reads the level again after devices were added or removed.
  func lookAfterEvents() {
    // The light may have been removed and added again since the last event, with new files.
    if level != nil, !isClosed {
      unwatch()
      watch()
    }
    look()
  }

  private func read() -> LightLevel? {
    // Both files are in the units in which logind sets the level.
    guard let value = number("brightness"), let most = number("max_brightness") else { return nil }
    return LightLevel(name: name, value: value, most: most)
  }

  private func number(_ file: String) -> Int? { Self.line("\(folder)/\(file)").flatMap { Int($0) } }

  private static func line(_ path: String) -> String? {
    RegularFile.text(ofPath: path, upTo: 64).map { String($0.prefix { !$0.isNewline }) }
  }
}
