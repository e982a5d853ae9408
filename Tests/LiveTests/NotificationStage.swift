import DBus
import DBusValues
import HeadlessSession
import Loop
import TestSupport

/// A compositor and a bus of their own, for instances that serve notifications and for their clients.
final class NotificationStage {
  let sway: HeadlessSway
  let session: DesktopSession
  let client: MessageBus

  init() throws {
    sway = try HeadlessSway(output: "resolution 640x360@60Hz")
    session = try DesktopSession(sway)
    client = session.connect()
    try session.eventually("the client's connection") { client.state == .connected }
  }

  func stop() { sway.stop() }

  /// Starts an instance; returns before it serves.
  func start(
    _ options: [String], settings: String = "", name: String = "hyaline", environment: [String: String] = [:]
  ) throws -> RunningHyaline {
    try RunningHyaline(
      in: sway, settings: settings, options: options, name: name, environment: environment)
  }

  /// Who has the name of the notifications.
  func owner() throws -> NameOwner? {
    var answer: NameOwner??
    client.findOwner(of: NotificationInterface.name) { answer = .some($0) }
    try session.eventually("the bus's answer") { answer != nil }
    return answer ?? nil
  }

  func waitForOwner(_ hyaline: RunningHyaline) throws {
    try session.eventually("the name of process \(hyaline.process.pid)") {
      try owner()?.processID == Int(hyaline.process.pid)
    }
  }
}
