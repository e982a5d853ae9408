/// Messages of Hyprland 0.57 on its two sockets, in the order in which they arrived. Members that are not read are left
/// out, as are the events of the recorder's own captures and of layer surfaces.
///
/// There were two windows of foot and no keyboard, and the commands that the descriptions tell.
enum HyprlandRecording {
  /// Lines of the event socket, and what queries answered after them.
  struct Step: Sendable {
    var events = ""
    var workspaces, monitors, clients: String
  }

  /// No command had been given yet.
  static let start = Step(
    events: "",
    workspaces: #"""
      [{"address":"1","id":1,"type":"normal","name":"1","monitor":"Virtual-1"}]
      """#,
    monitors: #"""
      [{"id":0,"name":"Virtual-1","activeWorkspace":{"address":"1","id":1,"type":"normal","name":"1"},"spe\#
      cialWorkspace":{"address":"","type":"","name":""},"focused":true}]
      """#,
    clients: #"""
      []
      """#)

  /// Workspaces with names were shown, one of them with a window, and then the first workspace again.
  static let named = Step(
    events: #"""
      createworkspace>>web, mail
      createworkspacev2>>web, mail,web, mail
      workspace>>web, mail
      workspacev2>>web, mail,web, mail
      destroyworkspace>>1
      destroyworkspacev2>>1,1
      windowtitle>>55b66d1e9390
      windowtitlev2>>55b66d1e9390,first
      openwindow>>55b66d1e9390,web, mail,term.one,first
      activewindow>>term.one,first
      activewindowv2>>55b66d1e9390
      createworkspace>>7x
      createworkspacev2>>7x,7x
      activewindow>>,
      activewindowv2>>
      workspace>>7x
      workspacev2>>7x,7x
      createworkspace>>1
      createworkspacev2>>1,1
      workspace>>1
      workspacev2>>1,1
      destroyworkspace>>7x
      destroyworkspacev2>>7x,7x
      windowtitle>>55b66d1ffb60
      windowtitlev2>>55b66d1ffb60,second
      openwindow>>55b66d1ffb60,1,term.two,second
      activewindow>>term.two,second
      activewindowv2>>55b66d1ffb60
      """#,
    workspaces: #"""
      [{"address":"web, mail","type":"normal","name":"web, mail","monitor":"Virtual-1"},{"address":"1","id\#
      ":1,"type":"normal","name":"1","monitor":"Virtual-1"}]
      """#,
    monitors: #"""
      [{"id":0,"name":"Virtual-1","activeWorkspace":{"address":"1","id":1,"type":"normal","name":"1"},"spe\#
      cialWorkspace":{"address":"","type":"","name":""},"focused":true}]
      """#,
    clients: #"""
      [{"address":"0x55b66d1e9390","mapped":true,"workspace":{"address":"web, mail","type":"normal","name"\#
      :"web, mail"},"class":"term.one","title":"first","fullscreen":0,"focusHistoryID":1},{"address":"0x55\#
      b66d1ffb60","mapped":true,"workspace":{"address":"1","id":1,"type":"normal","name":"1"},"class":"ter\#
      m.two","title":"second","fullscreen":0,"focusHistoryID":0}]
      """#)

  /// Another workspace was shown, and two were renamed.
  static let renamed = Step(
    events: #"""
      createworkspace>>2
      createworkspacev2>>2,2
      activewindow>>,
      activewindowv2>>
      workspace>>2
      workspacev2>>2,2
      renameworkspace>>1,one, more
      renameworkspace>>web, mail,post
      """#,
    workspaces: #"""
      [{"address":"web, mail","type":"normal","name":"post","monitor":"Virtual-1"},{"address":"1","id":1,"\#
      type":"normal","name":"one, more","monitor":"Virtual-1"},{"address":"2","id":2,"type":"normal","name\#
      ":"2","monitor":"Virtual-1"}]
      """#,
    monitors: #"""
      [{"id":0,"name":"Virtual-1","activeWorkspace":{"address":"2","id":2,"type":"normal","name":"2"},"spe\#
      cialWorkspace":{"address":"","type":"","name":""},"focused":true}]
      """#,
    clients: #"""
      [{"address":"0x55b66d1e9390","mapped":true,"workspace":{"address":"web, mail","type":"normal","name"\#
      :"post"},"class":"term.one","title":"first","fullscreen":0,"focusHistoryID":1},{"address":"0x55b66d1\#
      ffb60","mapped":true,"workspace":{"address":"1","id":1,"type":"normal","name":"one, more"},"class":"\#
      term.two","title":"second","fullscreen":0,"focusHistoryID":0}]
      """#)

  /// A window was put into a special workspace, and the special workspace without a name was shown.
  static let special = Step(
    events: #"""
      createworkspace>>special:music
      createworkspacev2>>special:music,special:music
      movewindow>>55b66d1ffb60,special:music
      movewindowv2>>55b66d1ffb60,special:music,special:music
      destroyworkspace>>1
      destroyworkspacev2>>1,one, more
      createworkspace>>special:special
      createworkspacev2>>special:special,special:special
      activespecial>>special:special,Virtual-1
      activespecialv2>>special:special,special:special,Virtual-1
      """#,
    workspaces: #"""
      [{"address":"web, mail","type":"normal","name":"post","monitor":"Virtual-1"},{"address":"2","id":2,"\#
      type":"normal","name":"2","monitor":"Virtual-1"},{"address":"special:music","type":"special","name":\#
      "special:music","monitor":"Virtual-1"},{"address":"special:special","type":"special","name":"special\#
      :special","monitor":"Virtual-1"}]
      """#,
    monitors: #"""
      [{"id":0,"name":"Virtual-1","activeWorkspace":{"address":"2","id":2,"type":"normal","name":"2"},"spe\#
      cialWorkspace":{"address":"special:special","type":"special","name":"special:special"},"focused":tru\#
      e}]
      """#,
    clients: #"""
      [{"address":"0x55b66d1e9390","mapped":true,"workspace":{"address":"web, mail","type":"normal","name"\#
      :"post"},"class":"term.one","title":"first","fullscreen":0,"focusHistoryID":1},{"address":"0x55b66d1\#
      ffb60","mapped":true,"workspace":{"address":"special:music","type":"special","name":"special:music"}\#
      ,"class":"term.two","title":"second","fullscreen":0,"focusHistoryID":0}]
      """#)

  /// A submap was entered and left, the former workspace was shown, and another output was given a workspace and the
  /// keyboard.
  static let moved = Step(
    events: #"""
      submap>>resize
      submap>>
      workspace>>web, mail
      workspacev2>>web, mail,post
      destroyworkspace>>2
      destroyworkspacev2>>2,2
      activespecial>>,Virtual-1
      activespecialv2>>,,Virtual-1
      activewindow>>term.one,first
      activewindowv2>>55b66d1e9390
      activewindow>>term.one,first
      activewindowv2>>55b66d1e9390
      destroyworkspace>>special:special
      destroyworkspacev2>>special:special,special:special
      createworkspace>>1
      createworkspacev2>>1,1
      monitoradded>>HL-2
      monitoraddedv2>>1,HL-2,
      activewindow>>,
      activewindowv2>>
      focusedmon>>HL-2,1
      focusedmonv2>>HL-2,1
      """#,
    workspaces: #"""
      [{"address":"web, mail","type":"normal","name":"post","monitor":"Virtual-1"},{"address":"special:mus\#
      ic","type":"special","name":"special:music","monitor":"Virtual-1"},{"address":"1","id":1,"type":"nor\#
      mal","name":"1","monitor":"HL-2"}]
      """#,
    monitors: #"""
      [{"id":0,"name":"Virtual-1","activeWorkspace":{"address":"web, mail","type":"normal","name":"post"},\#
      "specialWorkspace":{"address":"","type":"","name":""},"focused":false},{"id":1,"name":"HL-2","active\#
      Workspace":{"address":"1","id":1,"type":"normal","name":"1"},"specialWorkspace":{"address":"","type"\#
      :"","name":""},"focused":true}]
      """#,
    clients: #"""
      [{"address":"0x55b66d1e9390","mapped":true,"workspace":{"address":"web, mail","type":"normal","name"\#
      :"post"},"class":"term.one","title":"first","fullscreen":0,"focusHistoryID":0},{"address":"0x55b66d1\#
      ffb60","mapped":true,"workspace":{"address":"special:music","type":"special","name":"special:music"}\#
      ,"class":"term.two","title":"second","fullscreen":0,"focusHistoryID":1}]
      """#)

  /// All steps, in order.
  static let steps = [start, named, renamed, special, moved]

  /// The answers to a query for the submap: in the usual one, and in another.
  static let submaps = (usual: "\"default\"\n", other: "\"resize\"\n")

  /// Answers to commands that were not understood.
  static let refusals = [
    "unknown request",
    "warning: =[C]:-1: hl.workspace.rename: no such workspace",
    "error: return hl.dispatch(nonsense):1: hl.dispatch: expected a dispatcher",
  ]
}
