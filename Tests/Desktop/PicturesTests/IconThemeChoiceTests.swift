import HeadlessSession
import Testing

@testable import Pictures

struct IconThemeChoiceTests {
  @Test(
    arguments: [
      ("[Settings]\ngtk-icon-theme-name = Papirus \n", nil, "Papirus"),
      ("[Settings]\ngtk-theme-name=x\n", "[Settings]\ngtk-icon-theme-name=Old", "Old"),
      (nil, "[Settings]\ngtk-icon-theme-name=Old", "Old"), (nil, nil, "Adwaita"),
      ("[Settings]\ngtk-icon-theme-name=../x", nil, "Adwaita"),
      ("[Settings]\ngtk-icon-theme-name=", "[Settings]\n#gtk-icon-theme-name=x", "Adwaita"),
    ] as [(String?, String?, String)])
  func `the settings of GTK name the icon theme`(new: String?, old: String?, name: String) throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    for (version, text) in [("gtk-4.0", new), ("gtk-3.0", old)] {
      try directory.makeDirectory(version)
      if let text { try directory.write(text, to: "\(version)/settings.ini") }
    }
    #expect(IconThemeChoice.ofDesktop { $0 == "XDG_CONFIG_HOME" ? directory.path : nil } == name)
  }
}
