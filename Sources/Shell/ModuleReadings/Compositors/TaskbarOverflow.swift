public import BarUI
public import DesktopModel
import ModuleModel

/// The menu of the windows and programs that have no item of their own in the taskbar, because there are too many.
public struct TaskbarOverflow {
  /// An entry for each window and each program that can be started.
  public let entries: [MenuEntry]
  private let windows: [Int: WindowID]
  private let programs: [Int: [String]]

  /// `title` returns the title of a window as it is shown, `icon` that of a program by the name of its desktop entry.
  init(_ hidden: [TaskbarEntry], title: (Window) -> String, icon: (String) -> String?) {
    var entries: [MenuEntry] = []
    var windows: [Int: WindowID] = [:]
    var programs: [Int: [String]] = [:]
    func add(_ id: Int, _ label: String, _ icon: ModuleIcon) {
      entries.append(MenuEntry(id, TaskbarMenu.escaped(label), icon: .icon(icon)))
    }
    for entry in hidden {
      for window in entry.windows {
        let id = TaskbarMenu.activation(of: window)
        windows[id] = window.id
        let shown = title(window)
        add(
          id, shown.isEmpty ? window.appID : shown,
          ModuleIcon(ofProgram: icon(entry.pin?.id ?? window.appID), name: window.appID))
      }
      guard entry.windows.isEmpty, let pin = entry.pin else { continue }
      // Bit 62 tells a program from a window, whose numbers are smaller.
      let id = 1 << 62 | pin.place
      programs[id] = pin.program?.command
      add(id, entry.name, ModuleIcon(ofProgram: icon(pin.id), name: entry.name))
    }
    (self.entries, self.windows, self.programs) = (entries, windows, programs)
  }

  /// The command for an entry; nil if the window is gone or the entry starts a program.
  public func command(for id: Int) -> CompositorCommand? { windows[id].map { .focusWindow($0) } }

  /// The program that an entry starts; nil if it starts none.
  public func program(for id: Int) -> [String]? { programs[id] }
}
