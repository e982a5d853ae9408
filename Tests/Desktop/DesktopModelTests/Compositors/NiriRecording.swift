/// Lines of niri's event stream.
///
/// The events, their order and their members are those that people published of their machines; nothing was recorded here. Titles
/// and numbers of processes are others.
enum NiriRecording {
  /// The beginning of the stream of niri 26.04 on one output: a workspace that has a name and a terminal, and the empty one
  /// below it, which is shown.
  static let beginning = [
    #"{"Ok":"Handled"}"#,
    #"{"WorkspacesChanged":{"workspaces":[{"id":1,"idx":1,"name":"chat","output":"winit","is_urgent":false,"is_active":false,"is_focused":false,"active_window_id":2},{"id":2,"idx":2,"name":null,"output":"winit","is_urgent":false,"is_active":true,"is_focused":true,"active_window_id":null}]}}"#,
    #"{"WindowsChanged":{"windows":[{"id":2,"title":"first","app_id":"foot","pid":4001,"workspace_id":1,"is_focused":false,"is_floating":false,"is_urgent":false,"layout":{"pos_in_scrolling_layout":[1,1],"tile_size":[429.0,494.0],"window_size":[429,494],"tile_pos_in_workspace_view":null,"window_offset_in_tile":[0.0,0.0]},"focus_timestamp":{"secs":35454,"nanos":380363883}}]}}"#,
    #"{"KeyboardLayoutsChanged":{"keyboard_layouts":{"names":["English (US)","Serbian"],"current_idx":1}}}"#,
    #"{"OverviewOpenedOrClosed":{"is_open":false}}"#,
    #"{"ConfigLoaded":{"failed":false}}"#,
    #"{"CastsChanged":{"casts":[]}}"#,
  ]

  /// The lines that followed: the workspace that has a name was shown, and a second terminal opened there.
  static let secondWindow = [
    #"{"WorkspaceActivated":{"id":1,"focused":true}}"#,
    #"{"WindowFocusChanged":{"id":2}}"#,
    #"{"WorkspaceActiveWindowChanged":{"workspace_id":1,"active_window_id":3}}"#,
    #"{"WindowOpenedOrChanged":{"window":{"id":3,"title":"second","app_id":"foot","pid":4002,"workspace_id":1,"is_focused":true,"is_floating":false,"is_urgent":false,"layout":{"pos_in_scrolling_layout":[2,1],"tile_size":[429.0,494.0],"window_size":[429,494],"tile_pos_in_workspace_view":null,"window_offset_in_tile":[0.0,0.0]},"focus_timestamp":null}}}"#,
    #"{"WindowFocusTimestampChanged":{"id":2,"focus_timestamp":{"secs":35476,"nanos":860862081}}}"#,
  ]

  /// Lines of a niri of 2025, which did not yet report when windows had the keyboard. A terminal rang its bell while
  /// another workspace was shown; its own was then shown and left again. The windows had been reported before.
  static let bell = [
    #"{"WindowOpenedOrChanged":{"window":{"id":24,"title":"a bell soon","app_id":"Alacritty","pid":4003,"workspace_id":4,"is_focused":true,"is_floating":false,"is_urgent":false,"layout":{"pos_in_scrolling_layout":[1,1],"tile_size":[1257.0,1042.0],"window_size":[1257,1042],"tile_pos_in_workspace_view":null,"window_offset_in_tile":[0.0,0.0]}}}}"#,
    #"{"WorkspaceActivated":{"id":2,"focused":true}}"#,
    #"{"WindowFocusChanged":{"id":30}}"#,
    #"{"WorkspaceUrgencyChanged":{"id":4,"urgent":true}}"#,
    #"{"WindowUrgencyChanged":{"id":24,"urgent":true}}"#,
    #"{"WindowOpenedOrChanged":{"window":{"id":24,"title":"rung","app_id":"Alacritty","pid":4003,"workspace_id":4,"is_focused":false,"is_floating":false,"is_urgent":true,"layout":{"pos_in_scrolling_layout":[1,1],"tile_size":[1257.0,1042.0],"window_size":[1257,1042],"tile_pos_in_workspace_view":null,"window_offset_in_tile":[0.0,0.0]}}}}"#,
    #"{"WorkspaceUrgencyChanged":{"id":4,"urgent":false}}"#,
    #"{"WorkspaceActivated":{"id":4,"focused":true}}"#,
    #"{"WindowFocusChanged":{"id":24}}"#,
    #"{"WindowUrgencyChanged":{"id":24,"urgent":false}}"#,
    #"{"WorkspaceActivated":{"id":2,"focused":true}}"#,
    #"{"WindowFocusChanged":{"id":30}}"#,
  ]
}
