/// Where the socket of the user's sound server is, as libpulse looks for it.
public enum SoundSocket {
  /// The path, by the variables PULSE_SERVER, PULSE_RUNTIME_PATH and XDG_RUNTIME_DIR of the environment; nil: no socket
  /// tells whether the server runs.
  public static func path(server: String?, folder: String?, runtime: String?) -> String? {
    if let server, !server.isEmpty {
      let path = server.hasPrefix("unix:") ? String(server.dropFirst("unix:".count)) : server
      // There may be several servers, of which the first that answers is used.
      return path.hasPrefix("/") && !path.contains(" ") ? path : nil
    }
    if let folder, folder.hasPrefix("/") { return folder + "/native" }
    guard let runtime, runtime.hasPrefix("/") else { return nil }
    return runtime + "/pulse/native"
  }
}
