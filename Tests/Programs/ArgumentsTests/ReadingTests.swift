import Testing

@testable import Arguments

/// Tests of the values that command lines give to a command.
struct ReadingTests {
  @Test(
    arguments: [
      ("", Sample.Draw()), ("draw", .init()), ("--", .init()), ("draw --", .init()),
      ("draw a", .init(name: "a")), ("draw --name a", .init(name: "a")), ("draw --name=a", .init(name: "a")),
      ("draw --name=", .init(name: "")), ("draw ''", .init(name: "")), ("draw -", .init(name: "-")),
      ("draw --name -", .init(name: "-")), ("draw -- --big", .init(name: "--big")),
      ("draw -5", .init(name: "-5")), ("draw -0.5 --big", .init(name: "-0.5", isBig: true)),
      ("draw --big -- -", .init(name: "-", isBig: true)), ("draw --name=a=b", .init(name: "a=b")),
      ("--name draw", .init(name: "draw")), ("--big", .init(isBig: true)),
      ("draw a --size 3 --big", .init(name: "a", size: 3, isBig: true)),
      ("draw --size 3 a --big", .init(name: "a", size: 3, isBig: true)),
      ("draw -s 2", .init(size: 2)), ("draw -s=2", .init(size: 2)),
      ("draw --size 1 --size 2", .init(size: 2)),
      ("draw --big --big", .init(isBig: true)), ("draw --look dark", .init(look: .dark)),
      ("draw help", .init(name: "help")),
    ] as [(String, Sample.Draw)])
  func `options, flags and arguments set their properties`(line: String, expected: Sample.Draw) throws {
    #expect(try Sample.program.command(line) as? Sample.Draw == expected)
  }

  @Test(
    arguments: [
      ("list some --backdrop a -o b 3", Sample.Pick(backdrops: ["a"], out: "b", count: 3)),
      (
        "list some --backdrop a --out=b --backdrop c 3 y",
        .init(backdrops: ["a", "c"], out: "b", count: 3, word: "y")
      ),
      ("list some --backdrop a --out b -- -3", .init(backdrops: ["a"], out: "b", count: -3)),
      ("list some -4 --backdrop a --out b", .init(backdrops: ["a"], out: "b", count: -4)),
      ("list some 3 --backdrop a z --out b", .init(backdrops: ["a"], out: "b", count: 3, word: "z")),
    ] as [(String, Sample.Pick)])
  func `required and repeated parameters set their properties`(line: String, expected: Sample.Pick) throws {
    #expect(try Sample.program.command(line) as? Sample.Pick == expected)
  }

  @Test func `a hidden command runs`() throws {
    #expect(try Sample.program.command("secret") is Sample.Empty)
  }

  @Test(
    arguments: [
      ("foo", #"unknown command "foo"; there are: draw, list"#),
      ("lis", #"unknown command "lis"; there are: draw, list"#),
      ("lists", #"unknown command "lists"; did you mean "list"?"#),
      ("''", #"unknown command ""; there are: draw, list"#),
      ("list foo --help", #"unknown command "foo"; there are: all, some"#),
      ("draw a b", "Unexpected argument 'b'"), ("draw a b --big c", "2 unexpected arguments: 'b', 'c'"),
      ("-- a b", "Unexpected argument 'b'"), ("--big draw b", "Unexpected argument 'b'"),
      ("draw --nonsense", "Unknown option '--nonsense'"),
      ("--nonsense", "Unknown option '--nonsense'"),
      ("draw --sizes=3", "Unknown option '--sizes'. Did you mean '--size'?"),
      ("draw -size 3", "Unknown option '-size'. Did you mean '--size'?"),
      ("draw -x", "Unknown option '-x'"), ("draw -x5", "Unknown option '-x5'"),
      ("list --all", "Unknown option '--all'"),
      ("draw --size", "Missing value for '--size <points>'"),
      ("draw -s", "Missing value for '-s <points>'"),
      ("draw --size --big", "Missing value for '--size <points>'"),
      ("draw --size -5", "--size: expected a positive number, got -5.0"),
      ("draw --size -x", "Missing value for '--size <points>'"), ("-5 b", "Unexpected argument 'b'"),
      ("draw --size -- 5", "Missing value for '--size <points>'"),
      ("draw --big=yes", "The option '--big' does not take any value, but 'yes' was specified."),
      ("draw --size x", "The value 'x' is invalid for '--size <points>'"),
      ("draw --size=", "The value '' is invalid for '--size <points>'"),
      (
        "draw --look grey",
        "The value 'grey' is invalid for '--look <look>'. Please provide one of 'light' or 'dark'."
      ),
      ("list some 300 --backdrop a -o b", "The value '300' is invalid for '<count>'"),
      ("draw a --name b", #"expected one file, got "a" and --name "b""#),
      ("draw --name b a", #"expected one file, got "a" and --name "b""#),
      ("draw --big --small", "--big and --small exclude each other"),
      ("draw --small --big", "--big and --small exclude each other"),
      ("draw --size=-1", "--size: expected a positive number, got -1.0"),
      ("list some", "expected a backdrop"),
      ("list some --backdrop a 3", "Missing expected argument '--out <picture>'"),
      ("list some --backdrop a -o b", "Missing expected argument '<count>'"),
    ])
  func `a wrong command line is an error that names the mistake`(line: String, message: String) throws {
    #expect(try Sample.program.report(line)[0] == "Error: \(message)")
  }

  @Test(
    arguments: [
      (
        "draw --size x",
        ["Help:  --size <points>  The size."]
          + ["Usage: prog draw [[--name] <file>] [--size <points>] [--big | --small]"]
          + ["                 [--look <look>]", "  See 'prog draw --help' for more information."]
      ),
      (
        "list some --backdrop a 3",
        [
          "Help:  --out <picture>  The picture to write.",
          "Usage: prog list some --backdrop <picture> ... --out <picture> <count> [<word>]",
          "  See 'prog list some --help' for more information.",
        ]
      ),
      ("list foo", ["Usage: prog list <subcommand>", "  See 'prog list --help' for more information."]),
      ("foo", ["Usage: prog <subcommand>", "  See 'prog --help' for more information."]),
    ])
  func `an error is followed by the explanation of its parameter and the usage of its command`(
    line: String, rest: [String]
  ) throws {
    #expect(Array(try Sample.program.report(line).dropFirst()) == rest)
  }

  @Test func `many accepted values are listed line by line`() throws {
    let parameter = Parameter(
      form: .option, long: "ink", value: "ink", text: "", choices: ["a", "b", "c", "d", "e", "f"])
    let error = CommandLineError(.invalidValue(parameter, name: nil, "x"), CommandPath(Sample.program))
    #expect(
      error.report { _, _ in nil }.prefix(7) == [
        "Error: The value 'x' is invalid for '--ink <ink>'. Please provide one of the following:", "  - a",
        "  - b", "  - c", "  - d", "  - e", "  - f",
      ])
  }
}
