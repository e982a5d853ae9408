import Arguments

/// A program with a command for each form of parameter.
enum Sample {
  static let program = CommandDescription(
    "prog", "A sample.", default: "draw",
    [
      CommandDescription(Draw.self, "draw", "Draw a picture.", discussion: "The picture is drawn at once."),
      CommandDescription(
        "list", "List things.",
        [
          CommandDescription(Empty.self, "all", "List all."),
          CommandDescription(Pick.self, "some", "List some things, it's said."),
        ]),
      CommandDescription(Empty.self, "secret", "Do nothing.", isHidden: true),
    ])

  enum Look: String, CaseIterable { case light, dark }

  struct Draw: RunnableCommand, Equatable {
    var name: String?
    var size = 1.5
    var isBig = false
    var isSmall = false
    var look = Look.light

    static var rows: [Row<Self>] {
      [
        .argument("file", or: "name", \.name, .file, "The name of the file."),
        .option("size", short: "s", \.size, "points", .number, "The size."),
        .flag("big", \.isBig, "Draw big."),
        .flag("small", \.isSmall, excludes: "big", "Draw small."),
        .option("look", \.look, "look", .name, "The look."),
      ]
    }

    func validate() throws(ValidationError) {
      if size < 0 { throw ValidationError("--size: expected a positive number, got \(size)") }
    }

    func run() {}
  }

  struct Pick: RunnableCommand, Equatable {
    var backdrops: [String] = []
    var out = ""
    var count: Int8 = 0
    var word = "x"

    static var rows: [Row<Self>] {
      [
        .option(
          repeated: "backdrop", \.backdrops, "picture", .file, missing: "expected a backdrop",
          "A picture [or several: one each]."),
        .option(needed: "out", short: "o", \.out, "picture", .file, "The picture to write."),
        .argument(needed: "count", \.count, .integer, "The number of things."),
        .argument("word", \.word, .text(such: ["x", "y"]), "A word."),
      ]
    }

    func run() {}
  }

  struct Empty: RunnableCommand {
    func run() {}
  }
}

extension CommandDescription {
  /// The command that `line` runs, with a space between two words.
  func command(_ line: String) throws -> any RunnableCommand {
    guard case .run(let command) = try request(for: words(line), version: "1.2.3") else {
      throw ExitStatus.failure
    }
    return command
  }

  /// The text that `line` prints.
  func text(_ line: String, shell: String? = nil) throws -> String {
    guard case .text(let text) = try request(for: words(line), version: "1.2.3", shell: shell) else {
      throw ExitStatus.failure
    }
    return text
  }

  /// The lines of the error that `line` causes.
  func report(_ line: String, shell: String? = nil) throws -> [String] {
    do {
      _ = try request(for: words(line), version: "1.2.3", shell: shell)
      throw ExitStatus.failure
    } catch let error as CommandLineError {
      return error.report { word, known in known.first { $0.prefix(4) == word.prefix(4) } }
    }
  }

  private func words(_ line: String) -> [String] {
    line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
  }
}
