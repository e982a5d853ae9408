/// A source that can report the state of a compositor.
public enum CompositorSource: CaseIterable, Hashable, Sendable {
  /// The socket of sway, or of i3 with the same protocol.
  case sway
  case hyprland
  case niri
  /// The Wayland protocol ext-workspace-v1.
  case workspaceProtocol
  /// The Wayland protocol wlr-foreign-toplevel-management-unstable-v1.
  case windowManagement
  /// The Wayland protocol ext-foreign-toplevel-list-v1, which reports only titles and application IDs.
  case windowList

  /// Whether a window that was opened later has a greater number. Numbers of Hyprland are addresses, and those of protocols are
  /// counted from the start of this program.
  public var numbersWindowsInOrder: Bool { self == .sway || self == .niri }
}

/// A part of a compositor's state that can be observed.
public enum CompositorFact: CaseIterable, Hashable, Sendable {
  /// The workspaces, and the windows that they contain.
  case workspaces
  /// The window in front.
  case frontWindow
  /// All windows, which commands can be performed on.
  case windows
  /// The active binding mode.
  case mode
  /// The windows in the scratchpad.
  case scratchpad
  /// The layouts of the keyboard.
  case keyboard
}

/// Chooses the source that is used for each fact.
///
/// A compositor's own socket is preferred for workspaces: it reports what they contain and which output has
/// the keyboard, which ext-workspace-v1 does not. For windows wlr-foreign-toplevel-management is preferred:
/// it alone can minimise, and reports on which outputs a window is.
public struct SourceChoice: Equatable, Sendable {
  private let statuses: [CompositorSource: CompositorStatus]

  /// Makes a choice among the open sources, which are the keys of `statuses`.
  public init(_ statuses: [CompositorSource: CompositorStatus]) {
    self.statuses = statuses
  }

  /// The best source that has answered; without one the best that is connecting, then the best that has
  /// failed, whose status has the reason; nil if none is open.
  public func source(of fact: CompositorFact) -> CompositorSource? {
    let candidates = Self.ranking(of: fact).filter { statuses[$0] != nil }
    return candidates.first { statuses[$0] == .connected } ?? candidates.first { statuses[$0] == .connecting }
      ?? candidates.first
  }

  /// The sources that must be open to know these facts: the best offered one for each fact, and, if that has
  /// failed, the next ones too.
  ///
  /// Two open sources of one fact would report every change twice.
  public func needed(
    for facts: Set<CompositorFact>, offered: Set<CompositorSource>
  ) -> Set<CompositorSource> {
    facts.reduce(into: []) { needed, fact in
      for source in Self.ranking(of: fact) where offered.contains(source) {
        needed.insert(source)
        guard case .failed = statuses[source] else { return }
      }
    }
  }

  /// The sources that report a fact, the best one first.
  private static func ranking(of fact: CompositorFact) -> [CompositorSource] {
    switch fact {
    case .workspaces: [.sway, .hyprland, .niri, .workspaceProtocol]
    case .frontWindow: [.sway, .hyprland, .niri, .windowManagement]
    case .windows: [.windowManagement, .sway, .hyprland, .niri, .windowList]
    case .mode, .scratchpad: [.sway, .hyprland]
    case .keyboard: [.sway, .hyprland, .niri]
    }
  }
}
