public import DesktopModel
public import ModuleModel
public import Settings
import TextProcessing

/// The reading and the commands of the module `window`.
public struct WindowReading {
  private let state: CompositorState
  private let settings: WindowSettings
  /// The window that counts as focused while no window has the keyboard.
  private let held: Window?
  /// Returns the icon of a program by the name of its desktop entry; nil if it has none.
  private let icon: (String) -> String?

  /// `held` is the window that had the keyboard before a bar or a popup took it; nil if neither has it.
  public init(
    _ state: CompositorState, _ settings: WindowSettings, held: WindowID? = nil,
    icon: @escaping (String) -> String?
  ) {
    self.state = state
    let window = held.flatMap { state.window($0) }
    self.held = window?.isMinimised == false && !state.windows.contains(where: \.isFocused) ? window : nil
    self.settings = settings
    self.icon = icon
  }

  /// The reading, with the window in front on each output, or the one with the keyboard for all outputs.
  public var reading: ModuleReading {
    let focused = focusedWindow
    let workspace = state.workspaces.first(where: \.isFocused)
    var reading = reading(of: focused, workspace)
    if settings.showsAllOutputs { return reading }
    for output in outputs {
      reading.byOutput[output] = self.reading(
        of: frontWindow(on: output), state.visibleWorkspace(on: output))
    }
    return reading
  }

  /// The command for an action on the bar of an output, which is done to the window that the module shows there; nil if there
  /// is nothing to do.
  public func command(_ action: String, on output: String?) -> CompositorCommand? {
    guard action == "close", let window = shownWindow(on: output) else { return nil }
    return .closeWindow(window.id)
  }

  private func shownWindow(on output: String?) -> Window? {
    guard let output, !settings.showsAllOutputs, outputs.contains(output) else { return focusedWindow }
    return frontWindow(on: output)
  }

  private var focusedWindow: Window? { state.focusedWindow ?? heldWindow(on: nil) }

  private func frontWindow(on output: String) -> Window? {
    state.frontWindow(on: output) ?? heldWindow(on: output)
  }

  /// The window that is held, if it is on an output and the source does not know by itself which one is in front there.
  private func heldWindow(on output: String?) -> Window? {
    guard let held, state.workspaces.allSatisfy({ $0.isEmpty == nil }) else { return nil }
    return output.map { state.outputs(of: held).contains($0) } == false ? nil : held
  }

  /// The outputs that have a reading of their own.
  private var outputs: Set<String> {
    Set(state.workspaces.flatMap(\.outputs) + state.windows.flatMap { state.outputs(of: $0) })
  }

  private func reading(of window: Window?, _ workspace: Workspace?) -> ModuleReading {
    var fields: [String: FieldValue] = [
      "title": .text(window?.title ?? ""), "app_id": .text(window?.appID ?? ""),
      "workspace": .text(workspace?.name ?? ""),
    ]
    let text = window.map { _ in
      TextRewrite.first(of: settings.rewrites, on: settings.rewrittenText.text(fields))
    }
    fields["title"] = .text(text ?? "")
    return ModuleReading(
      fields, icon: window.map { ModuleIcon(ofProgram: icon($0.appID), name: $0.appID) },
      states: window == nil ? ["empty"] : [])
  }
}
