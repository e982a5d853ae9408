/// An installed program, as its desktop entry describes it.
public struct TaskbarProgram: Equatable, Sendable {
  /// The name of the program for people; empty if it has none.
  public var name: String
  /// The class that its windows have where it is not the name of the entry; nil for none.
  public var windowClass: String?
  /// The program with its arguments; nil if the entry starts none.
  public var command: [String]?

  public init(name: String, windowClass: String? = nil, command: [String]?) {
    self.name = name
    self.windowClass = windowClass
    self.command = command
  }
}

/// A program that has a place of its own in the taskbar.
struct TaskbarPin: Equatable {
  /// The name of the desktop entry.
  let id: String
  /// The place among the pinned programs, from 0.
  let place: Int
  /// The installed program; nil if no such entry is installed.
  let program: TaskbarProgram?

  /// The identifier of the item that starts the program.
  var launcher: String { "launch-\(id)" }

  /// Whether the program can be started.
  var isLauncher: Bool { program?.command != nil }

  /// Whether windows with an application's identifier are of the program. Classes of X11 have capitals of their own.
  func owns(_ appID: String) -> Bool {
    let appID = appID.lowercased()
    return appID == id.lowercased() || appID == program?.windowClass?.lowercased()
  }

  /// The pins of names in the settings, each once; `program` returns what is known of a program by its entry's name.
  static func pins(_ names: [String], program: (String) -> TaskbarProgram?) -> [TaskbarPin] {
    let suffix = ".desktop"
    let ids = names.map { $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0 }
    return ids.reduce(into: []) { pins, id in
      guard !pins.contains(where: { $0.id == id }) else { return }
      pins.append(TaskbarPin(id: id, place: pins.count, program: program(id)))
    }
  }
}
