import Settings

extension SettingsDraft {
  /// Something that the settings do not take, as `hyaline check` would find it.
  struct Mistake: Equatable {
    /// The path of the option.
    var path: [String]
    /// The place of the wrong element of an array of names; nil: the whole value is wrong.
    var element: Int?
    /// Whether the table is wrong as a whole, because it lacks an option.
    var isIncomplete = false
    /// The value as it is written.
    var value: String
    var message: String
  }

  /// The most rounds in which mistakes are removed: a module that is removed makes the names of it in zones wrong.
  private static let rounds = 8

  /// Removes what the settings do not take, and returns that; `isZone` returns whether the system knows a time zone.
  mutating func removeMistakes(isZone: @escaping (String) -> Bool) -> [Mistake] {
    var removed: [Mistake] = []
    for _ in 0..<Self.rounds {
      let mistakes = mistakes(isZone)
      if mistakes.isEmpty { return removed }
      // Elements behind others are removed first, so that places stay right.
      for mistake in mistakes.reversed() { remove(mistake) }
      removed += mistakes
    }
    return removed
  }

  private mutating func remove(_ mistake: Mistake) {
    guard !mistake.isIncomplete else { return removeTable(Array(mistake.path.dropLast())) }
    if let index = mistake.element, case .array(var elements)? = value(mistake.path)?.content,
      elements.indices.contains(index)
    {
      elements.remove(at: index)
      // A group without modules shows nothing.
      if elements.isEmpty, mistake.path.last == "modules" {
        return removeTable(Array(mistake.path.dropLast()))
      }
      set(mistake.path, .array(elements))
    } else {
      remove(mistake.path)
    }
  }

  private func mistakes(_ isZone: @escaping (String) -> Bool) -> [Mistake] {
    // The line of a position is the number of its option.
    var root = SettingsValue(.table([]))
    var places: [[String]] = []
    for table in tables {
      for (key, value) in table.options {
        let path = table.path + [key]
        places.append(path)
        let position = SettingsPosition(line: places.count, column: 1)
        root = root.inserting(value.placed(at: position), at: path[...], in: "", position)
      }
    }
    var known: Set<SettingsPosition> = []
    return Settings.decode(root, isZone: isZone).1.compactMap { diagnostic in
      guard let position = diagnostic.position, places.indices.contains(position.line - 1),
        !diagnostic.isWarning,
        known.insert(position).inserted
      else { return nil }
      return mistake(diagnostic, position, places[position.line - 1])
    }
  }

  private func mistake(
    _ diagnostic: Diagnostic, _ position: SettingsPosition, _ path: [String]
  ) -> Mistake {
    let text = diagnostic.message(file: "")
    let start = ":\(position.line):\(position.column): \(Diagnostic.key(diagnostic.keyPath)): "
    let message = text.droppingPrefix(start) ?? text
    if case .missing = diagnostic.problem {
      return Mistake(path: diagnostic.keyPath, isIncomplete: true, value: "the table", message: message)
    }
    let isList = ["start", "center", "end", "modules", "timezones"].contains(path.last)
    let element = isList && position.column > 1 ? position.column - 2 : nil
    let whole = value(path)
    let part = element.flatMap { whole?.value(at: ["\($0)"]) } ?? whole
    return Mistake(path: path, element: element, value: part?.tomlText ?? "", message: message)
  }
}

extension SettingsValue {
  /// The value with one position for all of its parts, but with other columns for the elements of an array: 2 is the first.
  fileprivate func placed(at position: SettingsPosition) -> SettingsValue {
    var copy = self
    copy.position = position
    switch content {
    case .array(let elements):
      copy.content = .array(
        elements.enumerated().map { index, element in
          let column = position.column == 1 ? index + 2 : position.column
          return element.placed(at: SettingsPosition(line: position.line, column: column))
        })
    case .table(let entries):
      copy.content = .table(
        entries.map { Entry(key: $0.key, position: position, value: $0.value.placed(at: position)) })
    default: break
    }
    return copy
  }

  /// The value with another one at a path of tables, in which numbers stand for elements of arrays.
  fileprivate func inserting(
    _ value: SettingsValue, at path: ArraySlice<String>, in parent: String, _ position: SettingsPosition
  ) -> SettingsValue {
    guard let key = path.first else { return value }
    if let index = Int(key), parent == "bar" || parent == "rules" {
      var elements: [SettingsValue] = []
      if case .array(let own) = content { elements = own }
      while elements.count <= index { elements.append(SettingsValue(.table([]), at: position)) }
      elements[index] = elements[index].inserting(value, at: path.dropFirst(), in: key, position)
      return SettingsValue(.array(elements), at: self.position)
    }
    var entries: [Entry] = []
    if case .table(let own) = content { entries = own }
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entries[index].value = entries[index].value.inserting(value, at: path.dropFirst(), in: key, position)
    } else {
      let inner = SettingsValue(.table([]), at: position).inserting(
        value, at: path.dropFirst(), in: key, position)
      entries.append(Entry(key: key, position: position, value: inner))
    }
    return SettingsValue(.table(entries), at: self.position)
  }
}
