import DesktopModel
import DesktopServices
import Loop

/// Follows levels of the machine that a banner shows when they change.
public final class LevelFollower {
  /// The services that tell and change levels.
  struct Services {
    var sound: SoundServer
    var lights: MachineLights
    var profiles: PowerProfiles
  }

  private let services: Services
  private let loop: EventLoop
  private let report: (LevelReport) -> Void
  private var observations: [Observation] = []
  private var locks: LockKeys?
  /// Waits for the socket of a sound server that does not run.
  private var soundWatcher: FileWatcher?

  /// Begins to follow these kinds.
  init(
    _ kinds: [LevelKind], of services: Services, loop: EventLoop, report: @escaping (LevelReport) -> Void
  ) {
    (self.services, self.loop, self.report) = (services, loop, report)
    let directions: [SoundDirection] =
      (kinds.contains(.volume) ? [.output] : []) + (kinds.contains(.microphone) ? [.input] : [])
    if !directions.isEmpty { awaitSound(directions) }
    if kinds.contains(.brightness) { follow(.screen) }
    if kinds.contains(.keyboardLight) { follow(.keyboard) }
    if kinds.contains(.powerProfile) { followProfile() }
    if kinds.contains(.capsLock) { followCapsLock() }
  }

  isolated deinit { stop() }

  /// Follows no more; idempotent.
  public func stop() {
    for observation in observations { observation.cancel() }
    observations = []
    locks?.close()
    locks = nil
    soundWatcher?.cancel()
    soundWatcher = nil
  }

  // MARK: - Sound

  /// Follows the sound server as soon as it has a socket: without one libpulse need not be loaded.
  private func awaitSound(_ directions: [SoundDirection]) {
    if let path = services.sound.missingSocket {
      soundWatcher = try? FileWatcher(path: path, loop: loop) { [unowned self] in tryToFollow(directions) }
    }
    // The socket may have come before it was watched.
    tryToFollow(directions)
  }

  private func tryToFollow(_ directions: [SoundDirection]) {
    guard services.sound.missingSocket == nil else { return }
    soundWatcher?.cancel()
    soundWatcher = nil
    follow(directions)
  }

  private func follow(_ directions: [SoundDirection]) {
    let observation = services.sound.observeLevels { [unowned self] change in
      if directions.contains(change.direction) { report(change.levelReport) }
    }
    observations.append(observation)
  }

  // MARK: - Lights

  private func follow(_ subject: MachineLight.Subject) {
    guard let light = services.lights.light(subject) else { return }
    observations.append(
      light.observe { [unowned self, unowned light] in
        guard let level = light.level?.level(subject) else {
          return report(.lost(subject == .screen ? .brightness : .keyboardLight))
        }
        report(light.isChangedByUs ? .adjusted(level) : .told(level))
      })
    if let level = light.level?.level(subject) { report(.told(level)) }
    lights.append(light)
  }

  /// The lights that are followed.
  private var lights: [MachineLight] = []

  // MARK: - Profile and keys

  private func followProfile() {
    let profiles = services.profiles
    let tell = { [unowned self] in
      guard let level = profiles.profile?.level else { return report(.lost(.powerProfile)) }
      report(profiles.isChangedByUs ? .adjusted(level) : .told(level))
    }
    observations.append(profiles.observe(tell))
    if profiles.profile != nil { tell() }
  }

  private func followCapsLock() {
    let locks = LockKeys(loop) { [unowned self] isOn in
      report(isOn.map { .told(.capsLock(isOn: $0)) } ?? .lost(.capsLock))
    }
    self.locks = locks
    if let isOn = locks.isCapsLockOn { report(.told(.capsLock(isOn: isOn))) }
  }
}

nonisolated extension SoundLevelChange {
  /// What the banner of levels is told: programs that record adjust the volume of microphones all the time, so that only
  /// muting them counts.
  var levelReport: LevelReport {
    let isOutput = direction == .output
    let level = Level(
      isOutput ? .volume : .microphone, of: label,
      symbol: SoundDevice.volumeSymbol(percent, isMuted: isMuted, direction),
      .part(percent: percent, isMuted: isMuted))
    return !isOurs && (isOutput || changesMute) ? .changed(level) : .adjusted(level)
  }
}

nonisolated extension LightLevel {
  func level(_ subject: MachineLight.Subject) -> Level {
    Level(
      subject == .screen ? .brightness : .keyboardLight, of: name,
      symbol: subject == .screen ? "display-brightness" : "keyboard-brightness",
      .part(percent: percent, isMuted: false))
  }
}

nonisolated extension PowerProfile {
  var level: Level {
    let known = ["power-saver", "balanced", "performance"]
    let symbol = known.contains(active) ? active : "balanced"
    return Level(.powerProfile, symbol: "power-profile-\(symbol)", .words(Self.words(active)))
  }
}

nonisolated extension Level {
  static func capsLock(isOn: Bool) -> Level {
    Level(
      .capsLock, symbol: isOn ? "caps-lock" : "caps-lock-off", .words(isOn ? "Caps Lock" : "Caps Lock off"))
  }
}
