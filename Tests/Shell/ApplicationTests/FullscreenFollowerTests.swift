import Geometry
import Settings
import ShellModel
import Testing

@testable import Application

struct FullscreenFollowerTests {
  /// Windows that a test describes.
  private final class Desktop {
    /// The windows; nil if the compositor does not report them.
    var windows: FullscreenFollower.Windows? = .init()
    private(set) var openings = 0
    private(set) lazy var follower = FullscreenFollower { [unowned self] in
      openings += 1
      return windows.map { first in { [unowned self] in windows ?? first } }
    }

    /// Watches for a bar over windows, or for no such bar.
    func watch(hasOverlay: Bool = true) {
      var settings = Settings()
      settings.levels.isEnabled = false
      settings.bars[0].layer = hasOverlay ? .overlay : .top
      follower.watch(
        for: .init(
          state: State(settings: settings), hasNotifications: false, bannersDepend: false, outputCount: 1))
    }
  }

  /// Content on so many outputs, and whether windows are watched for it.
  private nonisolated struct Case: CustomTestStringConvertible {
    let testDescription: String
    let isWatched: Bool
    var hasNotifications = false
    var bannersDepend = false
    var outputs = 1
    var change: @Sendable (inout Settings) -> Void = { _ in }
  }

  private nonisolated static let cases = [
    Case(testDescription: "a bar below windows", isWatched: false, outputs: 2),
    Case(testDescription: "a bar over windows", isWatched: true) { $0.bars[0].layer = .overlay },
    Case(testDescription: "levels on one of several outputs", isWatched: true, outputs: 2) {
      $0.levels.isEnabled = true
    },
    Case(testDescription: "levels on the only output", isWatched: false) { $0.levels.isEnabled = true },
    Case(testDescription: "levels on all outputs", isWatched: false, outputs: 2) {
      ($0.levels.isEnabled, $0.levels.output) = (true, "all")
    },
    Case(
      testDescription: "notifications on one of several outputs", isWatched: true, hasNotifications: true,
      outputs: 2),
    Case(testDescription: "notifications on the only output", isWatched: false, hasNotifications: true),
    Case(
      testDescription: "notifications on all outputs", isWatched: false, hasNotifications: true, outputs: 2
    ) { $0.notifications.output = "all" },
    Case(testDescription: "silence in fullscreen", isWatched: true, hasNotifications: true) {
      $0.notifications.doNotDisturb.whileFullscreen = true
    },
    Case(testDescription: "silence without notifications", isWatched: false) {
      $0.notifications.doNotDisturb.whileFullscreen = true
    },
    Case(
      testDescription: "banners that give way", isWatched: true, hasNotifications: true, bannersDepend: true),
    Case(testDescription: "no notifications, whatever banners do", isWatched: false, bannersDepend: true),
  ]

  @Test(arguments: cases)
  private func `windows are watched while content depends on them`(content: Case) {
    var settings = Settings()
    settings.levels.isEnabled = false
    settings.notifications.doNotDisturb.whileFullscreen = false
    content.change(&settings)
    let desktop = Desktop()
    desktop.follower.watch(
      for: .init(
        state: State(settings: settings), hasNotifications: content.hasNotifications,
        bannersDepend: content.bannersDepend, outputCount: content.outputs))
    #expect(desktop.openings == (content.isWatched ? 1 : 0))
  }

  @Test func `windows are watched once, and are forgotten when nothing depends on them`() {
    let desktop = Desktop()
    desktop.windows = .init(isFullscreenFocused: true, focusedOutput: "DP-2", covered: ["DP-2"])
    #expect(desktop.follower.update() == .init())
    for _ in 1...2 { desktop.watch() }
    #expect(desktop.openings == 1)
    #expect(desktop.follower.update() == desktop.windows && desktop.follower.focusedOutput == "DP-2")
    desktop.watch(hasOverlay: false)
    #expect(desktop.follower.update() == .init() && desktop.follower.focusedOutput == nil)
    desktop.watch()
    #expect(desktop.openings == 2)
  }

  @Test func `the output of the last active window stays focused while no window is active`() {
    let desktop = Desktop()
    desktop.watch()
    var focused: [String?] = []
    for output in [nil, "DP-1", nil, "DP-2", nil] {
      desktop.windows?.focusedOutput = output
      #expect(desktop.follower.update().focusedOutput == output)
      focused.append(desktop.follower.focusedOutput)
    }
    #expect(focused == [nil, "DP-1", "DP-1", "DP-2", "DP-2"])
  }

  @Test func `a compositor that does not report windows is asked again`() {
    let desktop = Desktop()
    desktop.windows = nil
    desktop.watch()
    #expect(desktop.follower.update() == .init())
    desktop.windows = .init(covered: ["DP-1"])
    desktop.watch()
    #expect(desktop.openings == 2 && desktop.follower.update().covered == ["DP-1"])
  }
}
