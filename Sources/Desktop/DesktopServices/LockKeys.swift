import CPlatform
public import DesktopModel
import Glibc
public import Loop

/// The locks of the keyboards, such as Caps Lock, as their LEDs show, shared by all modules that show them. No device
/// is opened while there are no observers.
///
/// Reading input devices requires a permission that members of the group `input` have. Keystrokes are not read: the
/// kernel is told to pass on nothing but changes of LEDs.
@MainActor public final class LockKeys {
  /// The locks whose LED is on, on any keyboard; nil if no keyboard may be read, or there are no observers.
  public private(set) var locks: KeyboardLocks?
  private let loop: EventLoop
  private let folder: String
  private let lights: String
  private let open: Opening
  private let observers = Observers()
  private var isFollowing = false
  private var keyboards: [String: Keyboard] = [:]
  private var newcomers: FolderWatch?

  /// Opens the input device at a path; nil if it has no LED for Caps Lock, or may not be read.
  typealias Opening = (_ path: String) -> Device?

  /// An open input device that passes on nothing but changes of its LEDs, and the LEDs that were on when it was opened.
  struct Device: ~Copyable {
    var descriptor: Descriptor
    var lights: KeyboardLocks
  }

  /// A keyboard with an LED for Caps Lock.
  private final class Keyboard {
    let device: Descriptor
    var watch: Watch?
    /// The bits of the LEDs that are on.
    var lights: Int32

    init(_ device: consuming Device) {
      lights = Int32(device.lights.rawValue)
      self.device = device.descriptor
    }
  }

  /// Creates the object; following begins with the first observer. `folder` contains the input devices, and `lights` is
  /// the kernel's folder of LEDs.
  public convenience init(
    _ loop: EventLoop, folder: String = "/dev/input", lights: String = "/sys/class/leds"
  ) {
    self.init(loop, folder: folder, lights: lights, open: Self.open)
  }

  /// Creates the object with another way to open devices, for tests.
  init(_ loop: EventLoop, folder: String, lights: String, open: @escaping Opening) {
    (self.loop, self.folder, self.lights, self.open) = (loop, folder, lights, open)
    observers.onAdd = { [unowned self] in begin() }
    observers.onEmpty = { [unowned self] in end() }
  }

  isolated deinit { end() }

  /// Calls `handler` after changes of `locks`, and when there are new devices none of which may be read, until the
  /// observation is cancelled or released. All keyboards are followed meanwhile, including those that are connected
  /// later.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Reads which locks have their LED on from the files of the LEDs, which every user may read; nil if there is no LED
  /// for Caps Lock. The kernel does not report changes of these files.
  public func readLights() -> KeyboardLocks? {
    var isThere = false
    var found: KeyboardLocks = []
    for name in Directory.names(in: lights) {
      guard let (_, lock) = Self.lightNames.first(where: { name.hasSuffix("::" + $0.name) }) else { continue }
      if lock == .caps { isThere = true }
      let text = RegularFile.text(ofPath: "\(lights)/\(name)/brightness", upTo: 16)
      if let digits = text?.prefix(while: \.isNumber), let level = Int(digits), level > 0 {
        found.insert(lock)
      }
    }
    return isThere ? found : nil
  }

  private static let lightNames: [(name: String, lock: KeyboardLocks)] = [
    ("capslock", .caps), ("numlock", .num), ("scrolllock", .scroll),
  ]

  private func begin() {
    guard !isFollowing else { return }
    isFollowing = true
    newcomers = FolderWatch(folder, loop: loop) { [unowned self] in
      addKeyboards()
      tell()
    }
    addKeyboards()
    locks = current
  }

  private func end() {
    isFollowing = false
    newcomers.end()
    for keyboard in keyboards.values { keyboard.watch?.cancel() }
    keyboards = [:]
    locks = nil
  }

  private var current: KeyboardLocks? {
    if keyboards.isEmpty { return nil }
    return keyboards.values.reduce(into: []) { $0.formUnion(KeyboardLocks(rawValue: UInt8($1.lights))) }
  }

  private func addKeyboards() {
    for name in Directory.names(in: folder) where name.hasPrefix("event") && keyboards[name] == nil {
      guard let device = open("\(folder)/\(name)") else { continue }
      let keyboard = Keyboard(device)
      keyboard.watch = loop.watch(keyboard.device.raw) { [unowned self] _ in read(name) }
      keyboards[name] = keyboard
    }
  }

  /// The corresponding C functions are `hyaline_open_lock_lights` and `hyaline_lock_lights`.
  private static func open(_ path: String) -> Device? {
    let raw = unsafe hyaline_open_lock_lights(path)
    guard raw >= 0 else { return nil }
    let descriptor = Descriptor(adopting: raw)
    let lights = hyaline_lock_lights(raw)
    return lights < 0
      ? nil : Device(descriptor: descriptor, lights: KeyboardLocks(rawValue: UInt8(lights)))
  }

  /// The corresponding C function is `hyaline_read_lock_lights`.
  private func read(_ name: String) {
    guard let keyboard = keyboards[name] else { return }
    if unsafe hyaline_read_lock_lights(keyboard.device.raw, &keyboard.lights) != 0 {
      keyboard.watch?.cancel()
      keyboards[name] = nil
      // Another keyboard may have been given the same name meanwhile.
      addKeyboards()
    }
    tell()
  }

  private func tell() {
    let new = current
    // An observer that reads the files of LEDs instead has to look for those of a new keyboard.
    guard new != locks || new == nil else { return }
    locks = new
    observers.tell()
  }
}
