import Application
import Arguments
import Glibc
import Rendering
import TextProcessing

/// `hyaline doctor`: reports what works on this system, what does not, and why.
struct DoctorCommand: RunnableCommand {
  var json = false
  var settings: String?

  static var rows: [Row<Self>] { [.json(\.json), .settings(\.settings)] }

  func run() throws {
    let findings = Diagnosis.examine(
      settingsPath: settings, decoder: OwnProgram.command(OwnProgram.decoding),
      renderer: { RendererFactory.preferring($0) })
    // The event loops of the examination have ignored it; a reader that ends early ends this program in silence, as it does others.
    signal(SIGPIPE, SIG_DFL)
    if json {
      print(JSONValue.object(Dictionary(uniqueKeysWithValues: findings.map { ($0.section, $0.json) })))
    } else {
      for finding in findings { print(finding.text) }
    }
    if findings.contains(where: \.isFatal) { throw ExitStatus(1) }
  }
}
