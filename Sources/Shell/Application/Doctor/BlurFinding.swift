import Wayland

/// The finding of `hyaline doctor` about the compositor's own blur.
nonisolated struct BlurFinding {
  var availability: CompositorBlur.Availability
  /// The interfaces that the compositor offers.
  var interfaces: Set<String>

  var text: String {
    switch availability {
    case .on: "offered and turned on"
    case .off: "offered, but turned off: \(isKWin ? Self.kwinHint : "the compositor's settings decide that")"
    case .unsupported: isKWin ? "turned off: \(Self.kwinHint)" : "not offered"
    }
  }

  /// Whether the compositor is KWin, whose older versions offer their blur protocol only
  /// while the effect is on.
  private var isKWin: Bool { interfaces.contains("kde_output_management_v2") }

  private static let kwinHint =
    "enable the desktop effect \"Blur\" in KDE's System Settings; KWin needs OpenGL for it"
}
