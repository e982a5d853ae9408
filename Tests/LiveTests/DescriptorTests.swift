import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// The program while a limit keeps it from opening files.
  @Suite struct DescriptorTests {
    @Test(arguments: ["", "renderer = \"gles\"\n"])
    func `without descriptors nothing new is shown, and with some everything is again`(
      renderer: String
    ) throws {
      let stage = try Stage(settings: renderer + BarSettingsText.empty)
      defer { stage.stop() }
      let before = try stage.settle()
      // Descriptors that are open stay open.
      try limit(stage.bar, to: 4)
      try stage.sway.message("output", "*", "scale", "2")
      #expect(Deadline.patient.wait { stage.bar.log.contains("is not shown: cannot draw: no memory") })
      try stage.sway.message("output", "*", "scale", "1")
      try limit(stage.bar, to: 1024)
      try stage.waitUntilLive()
      #expect(try stage.settle().isSame(as: before))
    }

    /// Sets how many descriptors the program may have.
    private func limit(_ bar: RunningHyaline, to count: Int) throws {
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      let program = try SessionProcess(
        ["prlimit", "--pid", "\(bar.process.pid)", "--nofile=\(count):"],
        environment: ["PATH": "/usr/bin:/bin"],
        log: directory.file("log"), isUnprivileged: Program.canRunUnprivileged)
      #expect(program.waitForEnd() == .exited(0), "\(program.logText)")
    }
  }
}
