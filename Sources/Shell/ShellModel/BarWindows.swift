public import DesktopModel
public import Geometry
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

  /// The windows that an output shows.
  private static func shownWindows(
    on output: String, workspaces: CompositorState?, windows: CompositorState?
  ) -> [Window] {
    if let workspaces, let shown = workspaces.visibleWorkspace(on: output), shown.isEmpty != nil {
      let over = workspaces.specials.filter { $0.isVisible && $0.outputs.contains(output) }
      return ([shown] + over).flatMap { workspaces.windows(in: $0.id) }
    }
    return (windows?.windows ?? []).filter { window in
      !window.isMinimised && windows?.outputs(of: window).contains(output) == true
    }
  }

  /// The frames of the windows that an output shows, in logical pixels of the output; nil for those of which no place is reported.
  public static func frames(
    on output: String, workspaces: CompositorState?, windows: CompositorState?
  ) -> [LogicalRect?] {
    shownWindows(on: output, workspaces: workspaces, windows: windows).map(\.frame)
  }

  /// Whether the user may move a window of an output without an event of the compositor that reports it.
  public static func mayMoveSilently(
    on output: String, workspaces: CompositorState?, windows: CompositorState?
  ) -> Bool {
    shownWindows(on: output, workspaces: workspaces, windows: windows).contains(where: \.isFloating)
  }
}
