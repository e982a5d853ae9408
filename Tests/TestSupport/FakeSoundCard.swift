public import HeadlessSession

/// A sound server whose only devices are those of the card of a Bluetooth headset, which can be used for music, for calls, or
/// not at all.
///
/// PulseAudio has no module that makes a card without hardware. The program is `Tests/Mocks/sound_card.py`.
public final class FakeSoundCard {
  /// The value of PULSE_SERVER for programs that use it.
  public let address: String
  private let process: SessionProcess

  /// Starts the server, which may not be ready when this returns; `directory` contains its files and must outlive it.
  public init(in directory: PrivateDirectory) throws {
    try requireProgram("python3", of: "python3")
    let socket = try directory.makeDirectory("pulse") + "/native"
    address = "unix:" + socket
    let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    // The program may run as a user who cannot read the folder of the tests.
    let script = readText(tests + "/Mocks/sound_card.py") ?? ""
    process = try SessionProcess(
      ["/usr/bin/python3", "-c", script, socket],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], log: directory.file("sound card.log"))
  }

  deinit { process.stop() }
}
