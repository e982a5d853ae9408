import DBus
import DesktopModel
import Glibc
import HeadlessSession
import Loop
import NotificationService
import TestSupport
import Testing

extension LiveTests {
  @Suite struct InstallationTests {
    private let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    private func make(_ arguments: String..., home: String = "/nonexistent") throws {
      let directory = try PrivateDirectory()
      let process = try SessionProcess(
        ["make", "--no-print-directory", "-C", root] + arguments,
        environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin", "HOME": home],
        log: directory.file("make.log"), isUnprivileged: false)
      guard process.waitForEnd() == .exited(0) else {
        throw SessionError.failed(arguments, log: process.logText)
      }
    }

    private func files(in directory: PrivateDirectory, under folder: String) throws -> [String] {
      let list = directory.file("list")
      let process = try SessionProcess(
        ["find", directory.file(folder), "-type", "f", "-printf", "%P %m\n"],
        environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"],
        log: directory.file("find.log"), output: list, isUnprivileged: false)
      _ = process.waitForEnd()
      defer { unsafe unlink(list) }
      return (readText(list) ?? "").split(separator: "\n").map(String.init).sorted()
    }

    @Test func `what is installed names its place without DESTDIR, and goes again`() throws {
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      let place = try directory.makeDirectory("package")
      let arguments = ["DESTDIR=\(place)", "PREFIX=/usr", "BINARY=/bin/true"]
      try make("install", arguments[0], arguments[1], arguments[2])
      #expect(
        try files(in: directory, under: "package") == [
          "usr/bin/hyaline 755", "usr/share/bash-completion/completions/hyaline 644",
          "usr/share/dbus-1/services/hyaline.notifications.service 644",
          "usr/share/doc/hyaline/LICENSE 644", "usr/share/doc/hyaline/README.md 644",
          "usr/share/fish/vendor_completions.d/hyaline.fish 644",
          "usr/share/hyaline/settings.schema.json 644",
        ] + ["ar", "de", "es", "fr", "ja"].map { "usr/share/locale/\($0)/LC_MESSAGES/hyaline.mo 644" } + [
          "usr/share/man/man1/hyaline.1 644", "usr/share/man/man5/hyaline.5 644",
          "usr/share/systemd/user/hyaline-notifications.service 644",
          "usr/share/systemd/user/hyaline.service 644",
          "usr/share/zsh/site-functions/_hyaline 644",
        ])
      for file in [
        "systemd/user/hyaline", "systemd/user/hyaline-notifications", "dbus-1/services/hyaline.notifications",
      ] {
        let text = try #require(readText("\(place)/usr/share/\(file).service"))
        #expect(text.contains("=/usr/bin/hyaline run") && !text.contains("@"), "\(text)")
      }
      try make("uninstall", arguments[0], arguments[1], arguments[2])
      #expect(try files(in: directory, under: "package").isEmpty)
    }

    @Test(arguments: [
      ("bash-completion/completions/hyaline", "complete -o filenames -F _hyaline hyaline"),
      ("zsh/site-functions/_hyaline", "#compdef hyaline"),
      ("fish/vendor_completions.d/hyaline.fish", "complete -c 'hyaline'"),
    ]) func `shells complete the commands that the program has`(file: String, line: String) throws {
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      let prefix = try directory.makeDirectory("usr")
      try make("install", "PREFIX=\(prefix)", "BINARY=\(try Program.path(in: directory))", "STRIP=")
      let text = try #require(readText("\(prefix)/share/\(file)"))
      #expect(text.contains(line) && text.contains("notifications"), "\(text.prefix(400))")
    }

    @Test func `the installed binary is stripped, unless it is asked to keep its symbols`() throws {
      try requireProgram("cc", of: "gcc")
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      let source = try directory.write("int main(void) { return 0; }\n", to: "main.c")
      let built = directory.file("built")
      let compiler = try SessionProcess(
        ["cc", "-g", "-o", built, source],
        environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"],
        log: directory.file("cc.log"), isUnprivileged: false)
      try #require(compiler.waitForEnd() == .exited(0), "\(compiler.logText)")
      let place = try directory.makeDirectory("package")
      let installed = "\(place)/usr/bin/hyaline"
      try make("install", "DESTDIR=\(place)", "PREFIX=/usr", "BINARY=\(built)")
      #expect(try #require(readBytes(installed)).firstRange(of: Array(".symtab".utf8)) == nil)
      try make("install", "DESTDIR=\(place)", "PREFIX=/usr", "BINARY=\(built)", "STRIP=")
      #expect(readBytes(installed) == readBytes(built))
    }

    @Test func `a home that the shell did not write out is`() throws {
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      try make("install", "PREFIX=~/.local", "BINARY=/bin/true", home: directory.path)
      let unit = readText(directory.file(".local/share/systemd/user/hyaline.service"))
      #expect(unit?.contains("ExecStart=\(directory.path)/.local/bin/hyaline run") == true)
    }

    @Test func `the units are sound`() throws {
      try requireProgram("systemd-analyze", of: "systemd")
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      let prefix = try directory.makeDirectory("usr")
      try make("install", "PREFIX=\(prefix)", "BINARY=/bin/true")
      let process = try SessionProcess(
        ["systemd-analyze", "verify", "--user", "--man=no"]
          + ["hyaline", "hyaline-notifications"].map { "\(prefix)/share/systemd/user/\($0).service" },
        environment: [
          "PATH": environmentVariable("PATH") ?? "/usr/bin:/bin", "HOME": directory.path,
          "XDG_RUNTIME_DIR": directory.path,
        ], log: directory.file("verify.log"))
      #expect(process.waitForEnd() == .exited(0))
      #expect(process.logText.isEmpty, "\(process.logText)")
    }

    @Test(arguments: ["hyaline.1", "hyaline.5"]) func `a manual is sound`(page: String) throws {
      try requireProgram("mandoc", of: "mandoc")
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      let process = try SessionProcess(
        ["mandoc", "-T", "lint", "-W", "warning", "\(root)/doc/\(page)"],
        environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"],
        log: directory.file("mandoc.log"), isUnprivileged: false)
      #expect(process.waitForEnd() == .exited(0), "\(process.logText)")
    }

    @Test func `a notification that nobody serves starts the instance that does`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      #expect(try notifyNobody(in: sway)?.get() == [.uint32(1)])
    }

    @Test func `one that may not serve tells the bus, and callers need not wait`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      try sway.directory.makeDirectory("config/hyaline")
      try sway.directory.write("[notifications]\nenabled = false\n", to: "config/hyaline/settings.toml")
      let answer = try notifyNobody(in: sway)
      #expect(throws: BusError.self) { try answer?.get() }
      guard case .failure(let error)? = answer else { return }
      #expect(error.name == "org.freedesktop.DBus.Error.Spawn.ChildExited", "\(error)")
    }

    /// Calls Notify on a bus where nobody serves notifications and our service is installed; nil: no answer comes.
    private func notifyNobody(in sway: HeadlessSway) throws -> Result<[DBusValue], BusError>? {
      let prefix = try sway.directory.makeDirectory("usr")
      try make("install", "PREFIX=\(prefix)", "BINARY=\(try Program.path(in: sway.directory))")
      let daemon = try PrivateBus(
        in: sway.directory, services: prefix + "/share/dbus-1/services",
        isUnprivileged: Program.canRunUnprivileged)
      defer { daemon.stop() }
      let loop = try EventLoop()
      let client = MessageBus(BusAddress(daemon.address)!, loop: loop)
      defer { client.close() }
      client.start()
      // A session does the same with dbus-update-activation-environment.
      let variables = sway.environment.map { DBusValue.Pair(.string($0.key), .string($0.value)) }
      client.call(
        Call(
          to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
          "UpdateActivationEnvironment", [.dictionary(key: .string, value: .string, variables)])
      ) { _ in }
      var answer: Result<[DBusValue], BusError>?
      client.call(NotificationClient.notify("Hello")) { answer = $0 }
      #expect(loop.wait { answer != nil })
      guard case .success? = answer else { return answer }
      var owner: NameOwner?
      client.findOwner(of: NotificationInterface.name) { owner = $0 }
      #expect(loop.wait { owner != nil })
      if let process = owner?.processID { kill(pid_t(process), SIGTERM) }
      return answer
    }
  }
}
