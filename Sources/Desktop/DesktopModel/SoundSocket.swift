/// Location of the socket of the user's sound server, where libpulse looks for it.
public enum SoundSocket {
  /// Returns the path for the values of the environment variables PULSE_SERVER, PULSE_RUNTIME_PATH and XDG_RUNTIME_DIR;
  /// nil if no socket shows whether the server runs.
  public static func path(server: String?, folder: String?, runtime: String?) -> String? {
    if let server, !server.isEmpty {
      let path = server.hasPrefix("unix:") ? String(server.dropFirst("unix:".count)) : server
      // PULSE_SERVER may list several servers, separated by spaces, of which libpulse uses the first that answers.
      return path.hasPrefix("/") && !path.contains(" ") ? path : nil
    }
    if let folder, folder.hasPrefix("/") { return folder + "/native" }
    guard let runtime, runtime.hasPrefix("/") else { return nil }
    return runtime + "/pulse/native"
  }
}
