import DesktopModel
import Testing

@testable import Modules

/// The windows of programs by the names that these have.
struct OpenWindowsTests {
  @Test(
    arguments: [
      (["org.telegram.desktop"], ["com.bitwarden.desktop"], nil),
      (["org.telegram.desktop"], ["com.bitwarden.desktop", "org.telegram.desktop"], 1),
      (["org.gnome.Maps"], ["Maps"], 0), (["maps"], ["org.gnome.Maps"], 0), (["Foot"], ["foot"], 0),
      (["org.gnome.Maps", "gnome-maps"], ["maps", "gnome-maps"], 1),
      (["firefox.desktop"], ["desktop"], nil), (["a.b.c"], ["x.c"], nil), (["", "a"], ["", "b"], nil),
      (["a.b."], [""], nil),
    ] as [([String], [String], Int?)])
  func `a window has the name of a program, or the last part of a long one if none has`(
    names: [String], windows: [String], found: Int?
  ) {
    var state = CompositorState(tellsContents: true)
    for (number, appID) in windows.enumerated() {
      state.update(.windowChanged(Window(id: WindowID(rawValue: number), title: "", appID: appID)))
    }
    #expect(state.window(ofProgram: names)?.id.rawValue == found)
  }
}
