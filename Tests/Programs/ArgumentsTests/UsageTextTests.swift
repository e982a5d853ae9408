import Testing

@testable import Arguments

/// Tests of the texts that command lines request.
struct UsageTextTests {
  nonisolated private static let draw = """
    OVERVIEW: Draw a picture.

    The picture is drawn at once.

    USAGE: prog draw [[--name] <file>] [--size <points>] [--big | --small]
                     [--look <look>]

    ARGUMENTS:
      [--name] <file>         The name of the file.

    OPTIONS:
      -s, --size <points>     The size. The default is 1.5.
      --big                   Draw big.
      --small                 Draw small.
      --look <look>           The look. The values are light and dark; the default
                              is light.
      --version               Show the version.
      -h, --help              Show help information.
    """
  nonisolated private static let program = """
    OVERVIEW: A sample.

    USAGE: prog <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      draw (default)          Draw a picture.
      list                    List things.

      See 'prog help <subcommand>' for detailed help.
    """
  nonisolated private static let list = """
    OVERVIEW: List things.

    USAGE: prog list <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      all                     List all.
      some                    List some things, it's said.

      See 'prog help list <subcommand>' for detailed help.
    """

  @Test(
    arguments: [
      ("--help", program), ("-h", program), ("help", program), ("help foo", program),
      ("--version --help", program),
      ("list", list), ("list --", list), ("list --help", list), ("list -h x", list), ("help list", list),
      ("list help", list), ("draw --help", draw), ("draw -h", draw), ("help draw", draw),
      ("draw a b --help", draw),
      ("draw --size --help", draw), ("--big --help", draw), ("--help --big", draw), ("draw --help=x", draw),
      ("draw --nonsense -h", draw), ("draw --help --version", draw),
    ])
  func `help is that of the command, whatever else is written`(line: String, help: String) throws {
    #expect(try Sample.program.text(line) == help)
  }

  @Test(arguments: [
    "--version", "draw --version", "list --version", "draw x y --version", "list some --version",
  ])
  func `the version is that of the program`(line: String) throws {
    #expect(try Sample.program.text(line) == "1.2.3")
  }

  @Test(arguments: ["draw -- --help", "draw -- --version", "draw -- --generate-completion-script"])
  func `words after two dashes request nothing`(line: String) throws {
    #expect(try Sample.program.command(line) is Sample.Draw)
  }

  @Test(arguments: CompletionShell.allCases)
  func `a script is that of the shell that is named, or else of the user's`(shell: CompletionShell) throws {
    let script = shell.script(for: Sample.program)
    for line in ["--generate-completion-script \(shell)", "draw x --generate-completion-script=\(shell)"] {
      #expect(try Sample.program.text(line, shell: "/bin/none") == script)
    }
    for line in ["--generate-completion-script", "--generate-completion-script --big"] {
      #expect(try Sample.program.text(line, shell: "/bin/\(shell)") == script)
    }
  }

  @Test(
    arguments: [
      ("--generate-completion-script ksh", "Can't generate completion scripts for 'ksh'."),
      ("--generate-completion-script", "Can't autodetect a supported shell."),
    ])
  func `an unknown shell is an error that names those that are known`(line: String, message: String) throws {
    #expect(
      try Sample.program.report(line).prefix(3) == [
        "Error: \(message)", "Please use --generate-completion-script=<shell> with one of:",
        "    zsh bash fish",
      ])
  }
}
