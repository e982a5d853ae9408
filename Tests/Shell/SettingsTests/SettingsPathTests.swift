import Settings
import Testing

struct SettingsPathTests {
  @Test func `the settings are where XDG has them`() {
    let path = { (variables: [String: String]) in Settings.standardPath { variables[$0] } }
    #expect(path(["HOME": "/home/a"]) == "/home/a/.config/hyaline/settings.toml")
    #expect(path(["HOME": "/home/a", "XDG_CONFIG_HOME": "/c"]) == "/c/hyaline/settings.toml")
    #expect(path(["HOME": "/home/a", "XDG_CONFIG_HOME": "c"]) == "/home/a/.config/hyaline/settings.toml")
    #expect(path(["HOME": "/home/a", "XDG_CONFIG_HOME": ""]) == "/home/a/.config/hyaline/settings.toml")
    #expect(path([:]) == nil)
  }

  @Test func `system-wide settings are in the directories of XDG, in their order`() {
    let paths = { (variables: [String: String]) in Settings.systemPaths { variables[$0] } }
    #expect(paths([:]) == ["/etc/xdg/hyaline/settings.toml"])
    #expect(paths(["XDG_CONFIG_DIRS": ""]) == ["/etc/xdg/hyaline/settings.toml"])
    #expect(
      paths(["XDG_CONFIG_DIRS": "/a:b::/c"]) == ["/a/hyaline/settings.toml", "/c/hyaline/settings.toml"])
  }
}
