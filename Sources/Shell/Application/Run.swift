import CPlatform
import Glibc
import Localization
import Loop
import Settings

/// The command `hyaline run`: bars and notifications, until a signal or the compositor ends the program.
public enum Run {
  /// Runs the program; returns the exit status. Throws if it cannot start.
  ///
  /// `settingsPath`: the settings file that the user has named; nil: the standard one.
  public static func start(settingsPath: String?, options: RunOptions) throws -> Int32 {
    // Captured pixels must not reach the disk in a core dump.
    hyaline_disable_core_dumps()
    // Default formats are made once, in the language of that moment.
    if let folder = OwnProgram.localeFolder { Catalogue.open(folder: folder) }
    try checkAddressSpace()
    DescriptorLimit.raise()
    let loop = try EventLoop()
    var app: App?
    // Signals are blocked before any library starts a thread, which could receive them otherwise.
    let signals = try loop.onSignal(App.signals) { app?.receive($0) }
    defer { signals.cancel() }
    guard let path = settingsPath ?? Settings.standardPath(Environment.value) else {
      throw StartError("no settings file: neither XDG_CONFIG_HOME nor HOME is set")
    }
    // A file that the user has named is expected to exist.
    if let settingsPath,
      BoundedCall.result(within: 1000, of: { unsafe access(settingsPath, F_OK) != 0 }) == true
    {
      Log.warning("\(settingsPath): no such file; the defaults hold until there is one")
    }
    app = App(loop, settingsPath: path, options: options)
    defer { app = nil }
    return try app!.run()
  }

  /// The minimum address space for drawing and the threads of Pango, in bytes: with 220 MB the program ended at the
  /// first notification, with 250 MB it showed it.
  private static let leastAddressSpace = rlim_t(240 << 20)

  /// Throws if a limit leaves too little address space: libraries would end the program later without a message.
  private static func checkAddressSpace() throws {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur < leastAddressSpace
    else { return }
    throw StartError(
      "too little address space: the limit (ulimit -v) is \(limit.rlim_cur >> 10) KiB, expected at least "
        + "\(leastAddressSpace >> 10) KiB")
  }
}
