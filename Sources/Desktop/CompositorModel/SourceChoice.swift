/// Who can tell about a compositor.
public enum CompositorSource: CaseIterable, Hashable, Sendable {
  /// The socket of sway, or of i3 by the same protocol.
  case sway
  case hyprland
  case niri
  /// ext-workspace-v1.
  case workspaceProtocol
  /// wlr-foreign-toplevel-management-unstable-v1.
  case windowManagement
  /// ext-foreign-toplevel-list-v1, which tells titles alone.
  case windowList
}

/// What there is to know of a compositor.
public enum CompositorFact: CaseIterable, Hashable, Sendable {
  /// Which workspaces there are, and what they contain.
  case workspaces
  /// Which window is in front.
  case frontWindow
  /// All windows, to act upon.
  case windows
  /// The mode in which keys are bound.
  case mode
  /// What is put away.
  case scratchpad
  /// The layouts of the keyboard.
  case keyboard
}

/// Which source is believed for each fact.
///
/// A compositor's own socket comes first for what lies in workspaces: it tells what they contain and which output has the
/// keyboard, which ext-workspace-v1 does not. Windows to act upon come from wlr-foreign-toplevel-management first: it
/// alone can minimise, and tells on which outputs a window is.
public struct SourceChoice: Equatable, Sendable {
  private let statuses: [CompositorSource: CompositorStatus]

  /// `statuses` holds each source that is open.
  public init(_ statuses: [CompositorSource: CompositorStatus]) {
    self.statuses = statuses
  }

  /// The best source that has answered; else the best that may yet; else the best of those that failed, which knows why;
  /// nil if none is open.
  public func source(of fact: CompositorFact) -> CompositorSource? {
    let candidates = Self.ranking(of: fact).filter { statuses[$0] != nil }
    return candidates.first { statuses[$0] == .connected } ?? candidates.first { statuses[$0] == .connecting }
      ?? candidates.first
  }

  /// The sources that have to be open so that these facts are known: of those that are offered the best one for each fact,
  /// and while that has failed the next one too.
  ///
  /// Two open sources of one fact would have every change told twice.
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

  /// The sources that can tell a fact, the best one first.
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
