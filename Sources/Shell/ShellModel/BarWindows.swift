public import DesktopModel
public import ModuleModel

/// The facts about the windows of an output on which states of bars can depend.
public enum BarWindows {
  /// Returns the values of `BarState.fields` for an output.
  ///
  /// - Parameters:
  ///   - workspaces: The state of the source of workspaces; nil: there is none, or it reports no windows of theirs.
  ///   - windows: That of the source of windows; nil: there is none.
  public static func fields(
    of output: String, workspaces: CompositorState?, windows: CompositorState?
  ) -> [String: FieldValue] {
    let shown = workspaces?.visibleWorkspace(on: output)
    let front = workspaces?.frontWindow(on: output) ?? windows?.frontWindow(on: output)
    // Sources of workspaces do not report whether a window is maximised.
    let same = windows?.windows.first { $0.isFocused && windows?.outputs(of: $0).contains(output) == true }
    let isAlike = front.map { same?.appID == $0.appID && same?.title == $0.title } ?? false
    var count = windows?.windows.count { window in
      !window.isMinimised && windows?.outputs(of: window).contains(output) == true
    }
    if let workspaces, let shown, shown.isEmpty != nil { count = workspaces.windows(in: shown.id).count }
    var fields: [String: FieldValue] = [
      "app_id": .text(front?.appID ?? ""), "title": .text(front?.title ?? ""),
      "maximized": .bool(front?.isMaximised == true || isAlike && same?.isMaximised == true),
      "fullscreen": .bool(front?.isFullscreen == true || isAlike && same?.isFullscreen == true),
    ]
    if let count { fields["windows"] = .integer(count) }
    return fields
  }
}
