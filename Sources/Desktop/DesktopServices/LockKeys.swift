import CPlatform
import Glibc
public import Loop

/// Whether Caps Lock is on, as the light of the keyboards tells.
///
/// Reading the devices takes a right that users have who are members of the group `input`. What is typed is not read: the
/// kernel is told to pass on nothing but changes of lights.
@MainActor public final class LockKeys {
  /// Whether the light of a keyboard is on; nil: there is no keyboard that may be read.
  public private(set) var isCapsLockOn: Bool?
  private let loop: EventLoop
  private let folder: String
  private let open: Opening
  private let onChange: (Bool?) -> Void
  private var keyboards: [String: Keyboard] = [:]
  private var newcomers: FolderWatch?

  /// Opens the input device at a path; nil: it has no light for Caps Lock, or may not be read.
  typealias Opening = (_ path: String) -> Device?

  /// A device of which only events of its lights can be read, and whether the light for Caps Lock was on when it was opened.
  struct Device: ~Copyable {
    var descriptor: Descriptor
    var isOn: Bool
  }

  /// A keyboard with a light for Caps Lock.
  private final class Keyboard {
    let device: Descriptor
    var watch: Watch?
    var isOn: Bool

    init(_ device: consuming Device) {
      isOn = device.isOn
      self.device = device.descriptor
    }
  }

  /// Begins to follow all keyboards, also those that are connected later. `folder` has the input devices; `onChange` is
  /// called after changes of `isCapsLockOn`, with its new value.
  public convenience init(
    _ loop: EventLoop, folder: String = "/dev/input", onChange: @escaping (Bool?) -> Void
  ) {
    self.init(loop, folder: folder, open: Self.open, onChange: onChange)
  }

  /// Does the same with devices that are opened in another way.
  init(
    _ loop: EventLoop, folder: String, open: @escaping Opening, onChange: @escaping (Bool?) -> Void
  ) {
    (self.loop, self.folder, self.open, self.onChange) = (loop, folder, open, onChange)
    newcomers = FolderWatch(folder, loop: loop) { [unowned self] in
      addKeyboards()
      tell()
    }
    addKeyboards()
    isCapsLockOn = current
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  public func close() {
    newcomers?.cancel()
    newcomers = nil
    for keyboard in keyboards.values { keyboard.watch?.cancel() }
    keyboards = [:]
  }

  private var current: Bool? { keyboards.isEmpty ? nil : keyboards.values.contains(where: \.isOn) }

  private func addKeyboards() {
    for name in Directory.names(in: folder) where name.hasPrefix("event") && keyboards[name] == nil {
      guard let device = open("\(folder)/\(name)") else { continue }
      let keyboard = Keyboard(device)
      keyboard.watch = loop.watch(keyboard.device.raw) { [unowned self] _ in read(name) }
      keyboards[name] = keyboard
    }
  }

  /// The corresponding C functions are `hyaline_open_lock_lights` and `hyaline_caps_lock_light`.
  private static func open(_ path: String) -> Device? {
    let raw = unsafe hyaline_open_lock_lights(path)
    guard raw >= 0 else { return nil }
    let descriptor = Descriptor(adopting: raw)
    let light = hyaline_caps_lock_light(raw)
    return light < 0 ? nil : Device(descriptor: descriptor, isOn: light > 0)
  }

  /// The corresponding C function is `hyaline_read_caps_lock`.
  private func read(_ name: String) {
    guard let keyboard = keyboards[name] else { return }
    if unsafe hyaline_read_caps_lock(keyboard.device.raw, &keyboard.isOn) != 0 {
      keyboard.watch?.cancel()
      keyboards[name] = nil
      // Another keyboard may have got the name meanwhile.
      addKeyboards()
    }
    tell()
  }

  private func tell() {
    let new = current
    guard new != isCapsLockOn else { return }
    isCapsLockOn = new
    onChange(new)
  }
}
