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
  private let onChange: (Bool?) -> Void
  private var keyboards: [String: Keyboard] = [:]
  private var newcomers: FolderWatch?

  /// A keyboard with a light for Caps Lock.
  private final class Keyboard {
    let device: Descriptor
    var watch: Watch?
    var isOn: Bool

    init(adopting device: Int32, isOn: Bool) {
      self.device = Descriptor(adopting: device)
      self.isOn = isOn
    }
  }

  /// Begins to follow all keyboards, also those that are connected later. `folder` has the input devices; `onChange` is
  /// called after changes of `isCapsLockOn`, with its new value.
  public init(_ loop: EventLoop, folder: String = "/dev/input", onChange: @escaping (Bool?) -> Void) {
    (self.loop, self.folder, self.onChange) = (loop, folder, onChange)
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
      let raw = unsafe hyaline_open_lock_lights("\(folder)/\(name)")
      guard raw >= 0 else { continue }
      let light = hyaline_caps_lock_light(raw)
      let keyboard = Keyboard(adopting: raw, isOn: light > 0)
      guard light >= 0 else { continue }
      keyboard.watch = loop.watch(raw) { [unowned self] _ in read(name) }
      keyboards[name] = keyboard
    }
  }

  private func read(_ name: String) {
    guard let keyboard = keyboards[name] else { return }
    let light = hyaline_caps_lock_light(keyboard.device.raw)
    if light < 0 {
      keyboard.watch?.cancel()
      keyboards[name] = nil
      // Another keyboard may have got the name meanwhile.
      addKeyboards()
    } else {
      keyboard.isOn = light > 0
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
