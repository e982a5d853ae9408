public import Settings

nonisolated extension SettingsFile {
  /// The outcome of a change of the file.
  public enum Outcome: Equatable, Sendable {
    case written
    /// The file is as before, for a reason in words.
    case refused(String)
  }

  /// The number of times that the file is read and edited if another program saves it meanwhile.
  private static let attempts = 5

  /// Turns a part of a program's notifications on or off by a rule in the file, which is made if there is none; all other text
  /// stays as it is, and all other settings mean what they did. `isZone` returns whether the system knows a time zone.
  public func write(
    _ wanted: NotifyingProgram.Switch, isZone: @escaping (String) -> Bool = { _ in true }
  ) -> Outcome {
    for _ in 1...Self.attempts {
      let former: [UInt8]?
      let text: String?
      do throws(Refusal) {
        former = try current()
        text = try edited(former, wanted, isZone)
      } catch {
        return .refused(error.reason)
      }
      guard let text else { return .written }
      // Another program may have saved the file since it was read.
      switch replace(with: text, if: { isCurrent(former) }) {
      case .replaced: return .written
      case .kept: continue
      case .failed(let reason): return .refused("cannot write \(path): \(reason)")
      }
    }
    return .refused("cannot write \(path): another program saves it again and again")
  }

  /// The reason why the file stays as it is.
  private struct Refusal: Error {
    var reason: String
  }

  /// The bytes of the file; nil if there is none.
  private func current() throws(Refusal) -> [UInt8]? {
    do throws(Diagnostic) { return try read() } catch { throw Refusal(reason: error.message(file: path)) }
  }

  private func isCurrent(_ bytes: [UInt8]?) -> Bool {
    do throws(Refusal) { return try current() == bytes } catch { return false }
  }

  /// The text of the file with these bytes, nil for a missing one, after the change; nil if all is as wanted.
  private func edited(
    _ bytes: [UInt8]?, _ wanted: NotifyingProgram.Switch, _ isZone: @escaping (String) -> Bool
  ) throws(Refusal) -> String? {
    let before = bytes.map { load(containing: $0, isZone: isZone) } ?? load(isZone: isZone)
    if let error = before.errors().first { throw Refusal(reason: error) }
    if wanted.program.isOn(wanted.part, before.settings.notifications) == wanted.isOn { return nil }
    guard let edit = wanted.program.edit(wanted.part, isOn: wanted.isOn, before.settings.notifications) else {
      throw Refusal(reason: "\(name): rules for other notifications too decide on those of the program")
    }
    var settings = before.settings
    settings.notifications.rules = edit.rules
    guard let text = try? edited(bytes, edit.step) else {
      throw Refusal(reason: "\(name): the rules cannot be edited")
    }
    let after = load(containing: Array(text.utf8), isZone: isZone)
    // The rules of the file replace those of a file that it includes.
    guard after.errors().isEmpty, after.settings == settings else {
      throw Refusal(reason: "\(name): the rules are in another file, or cannot be edited")
    }
    return text
  }

  private func edited(_ bytes: [UInt8]?, _ step: RuleEdit.Step) throws -> String {
    let rules = ["notifications", "rules"]
    var editor = try SettingsEditor(try editableText(bytes))
    switch step {
    case .append(let entries): try editor.append(entries.map { ($0.key, $0.literal) }, to: rules)
    case .set(let index, let key, let literal): try editor.set(rules + ["\(index)", key], to: literal)
    case .unset(let index, let key): try editor.unset(rules + ["\(index)", key])
    case .remove(let index): try editor.unset(rules + ["\(index)"])
    }
    return editor.text
  }
}
