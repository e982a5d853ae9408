import Arguments
import HeadlessSession
import TestSupport
import Testing

@testable import hyaline

/// Tests of the scripts by which shells complete the program's commands.
struct CompletionTests {
  /// The words of each command that is shown, with the command.
  private static func commands(_ command: CommandDescription, after words: [String] = []) -> [(
    [String], CommandDescription
  )] {
    [(words, command)] + command.shown.flatMap { commands($0, after: words + [$0.name]) }
  }

  @Test(arguments: CompletionShell.allCases)
  func `a script names every command and every option, and no hidden command`(shell: CompletionShell) {
    let script = shell.script(for: CommandTable.program)
    for (words, command) in Self.commands(CommandTable.program) {
      let part = Self.part(of: script, for: words, shell)
      for subcommand in command.shown {
        #expect(part.contains(subcommand.name), "\(words) \(subcommand.name)")
      }
      for name in (command.parameters + [.version, .help]).flatMap(\.names) {
        let written =
          shell == .fish ? (name.hasPrefix("--") ? " -l " : " -s ") + name.drop { $0 == "-" } : name
        #expect(part.contains(written), "\(words) \(name)")
      }
    }
    #expect(!script.contains("decode-pictures") && !script.contains("rehearse"))
  }

  /// The lines of a script that concern a command.
  private static func part(of script: String, for words: [String], _ shell: CompletionShell) -> String {
    let path = ["hyaline"] + words
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    switch shell {
    case .fish:
      return lines.filter { $0.contains(#"'\''\#(path.joined(separator: " "))'\''"#) }.joined(separator: "\n")
    case .bash:
      let rest = lines.drop { !$0.hasSuffix("'\(path.joined(separator: " "))')") }
      return rest.prefix(4).joined(separator: "\n")
    case .zsh:
      let rest = lines.drop { $0 != "_\(path.joined(separator: "_"))() {" }
      return rest.prefix { $0 != "}" }.joined(separator: "\n")
    }
  }

  @Test(
    arguments: [
      (["hyaline", "no"], "notifications"), (["hyaline", "--bar"], "--bar-only"),
      (["hyaline", "help", "notifications", "do"], "do-not-disturb"), (["hyaline", "help", "sy"], "symbols"),
      (["hyaline", "bar", "act"], "activate"),
      (["hyaline", "bar", "activate", "clock", "scroll_u"], "scroll_up"),
      (["hyaline", "bar", "activate", "--output", "show", "clock", "dou"], "double"),
      (["hyaline", "bar", "activate", "--ou"], "--output"),
      (["hyaline", "preview", "--renderer", ""], "auto gles cpu"),
      (["hyaline", "preview", "--renderer", "=", "g"], "gles"),
      (["hyaline", "preview", "--renderer", "="], "auto gles cpu"),
      (["hyaline", "preview", "--text", "--re"], ""),
      (["hyaline", "preview", "--text", "bar", "--ref"], ""),
      (["hyaline", "preview", "--text", "bar", "--red"], "--reduce-transparency"),
      (["hyaline", "settings", ""], "print get set unset schema help"),
      (["hyaline", "settings", "--de"], "--default"),
      (["hyaline", "settings", "set", "bar."], "bar.keys bar.hyaline-settings-set"),
      (["hyaline", "settings", "set", "bar.edge", "bar.v"], "bar.values"),
      (["hyaline", "bar", "show", "--output", "bar.o"], "bar.outputs"),
      (["hyaline", "bar", "refresh", "bar.m"], "bar.modules"),
      (["hyaline", "notifications", "dismiss", "bar.n"], "bar.notifications"),
      (["hyaline", "check", "no-s"], "no-such no-such-either"),
      (["hyaline", "check", "--settings", "no-such-e"], "no-such-either"),
      (["hyaline", "check", "--", "--se"], ""), (["hyaline", "notifications", "--j"], "--json"),
      (["hyaline", "nonsense", "x"], ""),
    ])
  func `bash completes a command line`(words: [String], expected: String) throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let script = try directory.write(CompletionShell.bash.script(for: CommandTable.program), to: "script")
    for name in ["no-such", "no-such-either"] { try directory.write("", to: name) }
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let output = directory.file("output")
    let shell = try SessionProcess(
      [
        "bash", "-c",
        // The program prints the words that it was called with.
        "hyaline() { printf 'bar.%s ' \"$2\" \"${3// /-}\"; }; cd \"$1\" && . \"$2\" && COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) && _hyaline; echo \"${COMPREPLY[*]}\"",
        "bash", directory.path, script,
      ], environment: ["PATH": "/usr/bin:/bin"], log: directory.file("log"), output: output,
      isUnprivileged: false)
    defer { shell.stop() }
    #expect(shell.waitForEnd() == .exited(0))
    #expect(shell.logText.isEmpty, "\(shell.logText)")
    // Files come in the order in which the shell finds them.
    func sorted(_ names: String?) -> [Substring]? { names?.split(whereSeparator: \.isWhitespace).sorted() }
    #expect(sorted(readText(output)) == sorted(expected))
  }
}
