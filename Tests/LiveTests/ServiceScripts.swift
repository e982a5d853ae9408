import HeadlessSession

/// Programs in Python of `Tests/Mocks` that use a desktop's services, or are some.
enum ServiceScripts {
  /// A client of the tray by GTK and Ayatana's library.
  static let gtk = text("gtk_item.py")
  /// A client of the tray by Qt.
  static let qt = text("qt_item.py")
  /// Services by python-dbusmock, as the benchmarks use them.
  static let services = text("services.py")

  /// The services of a laptop, for `services`.
  static let machine = ["upower", "networkmanager", "bluez5", "logind", "power_profiles_daemon"]

  /// A script as it is in the folder; programs under test may run as a user who cannot read that.
  private static func text(_ name: String) -> String {
    let tests = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return readText("\(tests)/Mocks/\(name)") ?? ""
  }
}
