import Application
import ArgumentParser
import DoctorReport
import JSON
import Rendering

/// `hyaline doctor`: reports what works on this system, what does not, and why.
struct DoctorCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Report the abilities of the compositor and the source of the glass.")

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Option(help: "The settings file; ~/.config/hyaline/settings.toml if not given.")
  var settings: String?

  func run() throws { try onMainThread { try examine() } }

  @MainActor private func examine() throws {
    let findings = Diagnosis.examine(
      settingsPath: settings, decoder: OwnProgram.command(OwnProgram.decoding),
      renderer: { RendererFactory.preferring($0) })
    if json {
      print(JSONValue.object(Dictionary(uniqueKeysWithValues: findings.map { ($0.section, $0.json) })))
    } else {
      for finding in findings { print(finding.text) }
    }
    if findings.contains(where: \.isFatal) { throw ExitCode(1) }
  }
}
