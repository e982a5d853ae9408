import ModuleModel
import Settings

/// The workspaces of Waybar that are always shown, by output.
struct WorkspaceLists {
  /// The names of the workspaces of an output; `*` stands for all outputs.
  private(set) var lists: [(output: String, names: [String])] = []

  /// Reads the option: an array of names for all outputs, or an object whose keys are outputs for Hyprland and names for sway.
  init(_ value: SourceValue, isHyprland: Bool) {
    for name in Self.names(value) { add(name, to: "*") }
    for member in value.members {
      let isOutput = member.name == "*" || member.name.contains("-") || isHyprland && Int(member.name) == nil
      if isOutput, let count = member.value.number {
        for number in 0..<Int(count.clamped(to: 0...64)) { add("\(number + 1)", to: member.name) }
      } else if isOutput {
        for name in Self.names(member.value) { add(name, to: member.name) }
      } else {
        let outputs = (member.value.elements ?? []).compactMap(\.string)
        for output in outputs.isEmpty ? ["*"] : outputs { add(member.name, to: output) }
      }
    }
  }

  private mutating func add(_ name: String, to output: String) {
    if let index = lists.firstIndex(where: { $0.output == output }) {
      if !lists[index].names.contains(name) { lists[index].names.append(name) }
    } else {
      lists.append((output, [name]))
    }
  }

  private static func names(_ value: SourceValue) -> [String] {
    (value.elements ?? []).compactMap(\.name)
  }
}
