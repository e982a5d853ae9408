public import Settings

nonisolated extension SettingsFile {
  /// The outcome of a change of the file.
  public enum Outcome: Equatable, Sendable {
    case written
    /// The file is as before, for a reason in words.
    case refused(String)
  }

  /// Turns a part of a program's notifications on or off by a rule in the file, which is made if there is none; all other text
  /// stays as it is, and all other settings mean what they did.
  public func write(
    _ wanted: NotifyingProgram.Switch, isZone: @escaping (String) -> Bool = { _ in true }
  ) -> Outcome {
    let before = load(isZone: isZone)
    if let error = before.errors().first { return .refused(error) }
    if wanted.program.isOn(wanted.part, before.settings.notifications) == wanted.isOn { return .written }
    guard let edit = wanted.program.edit(wanted.part, isOn: wanted.isOn, before.settings.notifications) else {
      return .refused("\(name): rules for other notifications too decide on those of the program")
    }
    var settings = before.settings
    settings.notifications.rules = edit.rules
    guard let text = try? edited(edit.step) else { return .refused("\(name): the rules cannot be edited") }
    let after = load(containing: Array(text.utf8), isZone: isZone)
    // The rules of the file replace those of a file that it includes.
    guard after.errors().isEmpty, after.settings == settings else {
      return .refused("\(name): the rules are in another file, or cannot be edited")
    }
    return replace(with: text).map { .refused("cannot write \(path): \($0)") } ?? .written
  }

  private func edited(_ step: RuleEdit.Step) throws -> String {
    let rules = ["notifications", "rules"]
    var editor = try SettingsEditor(try editableText())
    switch step {
    case .append(let entries): try editor.append(entries.map { ($0.key, $0.literal) }, to: rules)
    case .set(let index, let key, let literal): try editor.set(rules + ["\(index)", key], to: literal)
    case .unset(let index, let key): try editor.unset(rules + ["\(index)", key])
    case .remove(let index): try editor.unset(rules + ["\(index)"])
    }
    return editor.text
  }
}
