import HeadlessSession
import Loop
import TestSupport
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
    let files = IconThemeChoice.settingsFiles { $0 == "XDG_CONFIG_HOME" ? directory.path : nil }
    #expect(IconThemeChoice.theme(in: files) == name)
  }

  @Test(
    arguments: [
      (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c"),
      (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config"),
      (["HOME": "h"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func `the settings of GTK are in the first folder of configurations with an absolute path`(
    variables: [String: String], folder: String?
  ) {
    let files = folder.map { ["\($0)/gtk-4.0/settings.ini", "\($0)/gtk-3.0/settings.ini"] }
    #expect(IconThemeChoice.settingsFiles { variables[$0] } == files ?? [])
  }

  @Test func `another theme in the settings of GTK is told, also in a file that is made later`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    try directory.makeDirectory("gtk-3.0")
    try directory.write("[Settings]\ngtk-icon-theme-name=Old", to: "gtk-3.0/settings.ini")
    let loop = try EventLoop()
    var themes: [String] = []
    let follower = IconThemeFollower(loop) {
      $0 == "XDG_CONFIG_HOME" ? directory.path : nil
    } onChange: {
      themes.append($0)
    }
    #expect(follower.theme == "Adwaita")
    #expect(loop.wait { themes == ["Old"] })
    try directory.write("[Settings]\ngtk-icon-theme-name=New", to: "gtk-3.0/settings.ini")
    #expect(loop.wait { themes == ["Old", "New"] })
    try directory.makeDirectory("gtk-4.0")
    try directory.write("[Settings]\ngtk-icon-theme-name=Newer", to: "gtk-4.0/settings.ini")
    #expect(loop.wait { themes == ["Old", "New", "Newer"] })
    #expect(follower.theme == "Newer")
    follower.close()
  }
}
