import Glibc
public import HeadlessSession

/// The sessions in which live tests run that any compositor can serve: sway, or the compositor that
/// `HYALINE_TEST_INSIDE` starts (`make test-live INSIDE="…"`).
public enum TestSession {
  /// The command that starts a compositor around a program, in words; nil: sway is used.
  public static let command: [String]? = {
    let words = (environmentVariable("HYALINE_TEST_INSIDE") ?? "").split(separator: " ").map(String.init)
    return words.isEmpty ? nil : words
  }()

  /// Starts a session whose output is in the state that `output` describes as in sway-output(5).
  ///
  /// `rules` are lines as in sway(5); only sway follows them. Another compositor has several workspaces if it reads a
  /// configuration of labwc, and finds no other one that takes precedence.
  public static func start(
    output: String = "resolution 1920x1080@60Hz position 0 0", rules: String = ""
  ) throws(SessionError) -> HeadlessSway {
    guard let command else { return try HeadlessSway(output: output, configuration: rules) }
    let configurations = configurations()
    // Compositors have read them when this returns.
    let session = try withExtendedLifetime(configurations) { () throws(SessionError) in
      try HeadlessSway(inside: command, environment: environment(with: configurations.path))
    }
    do throws(SessionError) {
      try session.change(output)
      for rule in rules.split(separator: "\n") where session.isSway { try session.message(String(rule)) }
    } catch {
      session.stop()
      throw error
    }
    return session
  }

  /// A folder with configurations of compositors.
  private static func configurations() -> ScratchDirectory {
    let folder = ScratchDirectory()
    // A compositor may run as another user than the tests.
    _ = unsafe chmod(folder.path, 0o755)
    folder.makeDirectory("labwc")
    folder.write("<labwc_config><desktops number=\"3\"/></labwc_config>\n", to: "labwc/rc.xml")
    return folder
  }

  /// The environment of the tests, in which a folder with configurations comes before those of the system.
  private static func environment(with configurations: String) -> [String: String] {
    var environment = ownEnvironment
    environment["XDG_CONFIG_DIRS"] = configurations + ":" + (environment["XDG_CONFIG_DIRS"] ?? "/etc/xdg")
    return environment
  }

  private static var ownEnvironment: [String: String] {
    var result: [String: String] = [:]
    var entry = unsafe environ
    while let line = unsafe entry.pointee {
      let text = unsafe String(cString: line)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe entry += 1
    }
    return result
  }
}
