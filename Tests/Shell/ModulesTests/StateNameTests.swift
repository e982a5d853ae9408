import DesktopModel
import ModuleModel
import Settings
import Testing

@testable import Modules

/// The states that sources name are those that their kinds have, as settings are checked against these.
struct StateNameTests {
  @Test(
    arguments: [
      (.battery, PowerDevice.State.allCases.map(\.rawValue)),
      (.media, MediaPlayer.Status.allCases.map(\.rawValue)),
      (.tray, TrayItem.Status.allCases.map(\.rawValue)),
      (.network, NetworkStatus.State.allCases.map(\.rawValue)),
      (.network, NetworkStatus.Kind.allCases.filter { $0 != .none }.map(\.rawValue)),
    ] as [(ModuleKind, [String])])
  func `a kind has all states of what it shows`(kind: ModuleKind, states: [String]) throws {
    let names = try #require(kind.summary.stateNames)
    #expect(!states.isEmpty && Set(states).isSubset(of: names))
  }

  @Test(
    arguments: [
      .battery, .backlight, .keyboardLight, .audio, .microphone, .media, .network, .bluetooth, .powerProfile,
      .privacy, .systemd, .tray, .bell,
    ] as [ModuleKind])
  func `a kind whose service may be missing has the state for that`(kind: ModuleKind) throws {
    #expect(try #require(kind.summary.stateNames).contains(ModuleReading.absentState))
  }

  @Test func `a battery that runs out, and locks, have states of their own`() throws {
    let empty = PowerDevice.reading(PowerDevice(state: .empty, percent: 5))
    #expect(empty.states == ["empty", "low", "critical"])
    #expect(Set(empty.states).isSubset(of: try #require(ModuleKind.battery.summary.stateNames)))
    let locks = ([.caps, .num, .scroll] as KeyboardLocks).reading(over: nil)
    #expect(Set(locks.states) == Set(try #require(ModuleKind.keyboard.summary.stateNames)))
  }

  @Test func `notifications that are kept back, and none at all, have states`() throws {
    var situation = NotificationSituation()
    (situation.missed, situation.isQuiet) = (1, true)
    #expect(situation.reading.states == ["quiet", "unread"])
    #expect(Set(situation.reading.states).isSubset(of: try #require(ModuleKind.bell.summary.stateNames)))
  }
}
