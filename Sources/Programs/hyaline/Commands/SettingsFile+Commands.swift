import Application
import Arguments
import Loop
import Toml

extension SettingsFile {
  /// The file at a path; nil: the user's settings file. `purpose` ends the message that there is no home directory.
  static func chosen(_ path: String?, to purpose: String = "look for settings in") throws -> SettingsFile {
    guard let file = path.map({ SettingsFile(path: $0) }) ?? .standard() else {
      throw StartError("no home directory to \(purpose)")
    }
    return file
  }
}

extension SettingsFile.Contents {
  /// Ends the command if there are errors, which are printed.
  func refuseErrors() throws {
    let errors = errors()
    for error in errors { Log.plain(error) }
    if !errors.isEmpty { throw ExitStatus.failure }
  }
}
