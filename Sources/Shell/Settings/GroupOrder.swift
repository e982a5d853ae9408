/// The order in which the tables of groups are read: each after those of the groups that it contains.
struct GroupOrder {
  private(set) var innerFirst: [SettingsValue.Entry] = []
  private let entries: [String: SettingsValue.Entry]
  private var visited: Set<String> = []

  init(_ entries: [SettingsValue.Entry]) {
    self.entries = Dictionary(entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries { visit(entry) }
  }

  /// Adds the groups in a group, and then the group itself. Groups in a circle come in any order. The tables still to be
  /// visited lie on a stack of their own, since a file may have any number of groups in one another.
  private mutating func visit(_ first: SettingsValue.Entry) {
    guard visited.insert(first.key).inserted else { return }
    var stack = [(entry: first, inner: inner(of: first)[...])]
    while let top = stack.last {
      guard let name = top.inner.first else {
        innerFirst.append(top.entry)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].inner.removeFirst()
      if let entry = entries[name], visited.insert(name).inserted {
        stack.append((entry, inner(of: entry)[...]))
      }
    }
  }

  /// The names of the groups in a group.
  private func inner(of entry: SettingsValue.Entry) -> [String] {
    guard let modules = entry.value.entries?.first(where: { $0.key == "modules" }),
      case .array(let elements) = modules.value.content
    else { return [] }
    return elements.compactMap { element in
      guard case .string(let text) = element.content, let module = ModuleName(text), module.kind == .group
      else { return nil }
      return module.name
    }
  }
}
