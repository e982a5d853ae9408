import DesktopModel
import DesktopServices
import Localization
import Loop

/// Follows levels of the machine that a banner shows when they change.
public final class LevelFollower {
  /// The services that tell and change levels.
  struct Services {
    var sound: SoundServer
    var lights: MachineLights
    var profiles: PowerProfiles
    var locks: LockKeys
  }

  private let services: Services
  private let loop: EventLoop
  private let report: (LevelReport) -> Void
  private var observations: [Observation] = []
  /// The kinds of lights that are followed.
  private var subjects: [MachineLight.Subject] = []
  private var lights: [MachineLight.Subject: (light: MachineLight, observation: Observation)] = [:]
  /// Whether Caps Lock is on, as it was reported last; nil: it was not.
  private var isCapsLockOn: Bool?
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
    if kinds.contains(.brightness) { subjects.append(.screen) }
    if kinds.contains(.keyboardLight) { subjects.append(.keyboard) }
    followLights()
    if kinds.contains(.powerProfile) { followProfile() }
    if kinds.contains(.capsLock) { followCapsLock() }
  }

  isolated deinit { stop() }

  /// Follows no more; idempotent.
  public func stop() {
    observations.end()
    for followed in lights.values { followed.observation.cancel() }
    lights = [:]
    soundWatcher.end()
  }

  // MARK: - Sound

  /// Follows the sound server as soon as it has a socket: without one libpulse need not be loaded.
  private func awaitSound(_ directions: [SoundDirection]) {
    if let path = services.sound.missingSocket {
      soundWatcher = try? FileWatcher(path: path, loop: loop) { [unowned self] in tryToFollow(directions) }
      // If the path cannot be watched, the server is followed at once: an attempt to connect to it is made again and again.
      if soundWatcher == nil { return follow(directions) }
    }
    // The socket may have come before it was watched.
    tryToFollow(directions)
  }

  private func tryToFollow(_ directions: [SoundDirection]) {
    guard services.sound.missingSocket == nil else { return }
    soundWatcher.end()
    follow(directions)
  }

  private func follow(_ directions: [SoundDirection]) {
    let observation = services.sound.observeLevels { [unowned self] change in
      if directions.contains(change.direction) { report(change.levelReport) }
    }
    observations.append(observation)
  }

  // MARK: - Lights

  /// Follows the lights that the machine has, and those that it gets.
  private func followLights() {
    guard !subjects.isEmpty else { return }
    let find = { [unowned self] in for subject in subjects { follow(subject) } }
    observations.append(services.lights.observeDevices(find))
    find()
  }

  /// Follows the light of a subject unless one is followed that is there.
  private func follow(_ subject: MachineLight.Subject) {
    guard lights[subject]?.light.level == nil, let light = services.lights.light(subject),
      light !== lights[subject]?.light
    else { return }
    let observation = light.observe { [unowned self, unowned light] in
      guard let level = light.level?.level(subject) else {
        return report(.lost(subject == .screen ? .brightness : .keyboardLight))
      }
      report(light.isChangedByUs ? .adjusted(level) : .told(level))
    }
    lights[subject] = (light, observation)
    if let level = light.level?.level(subject) { report(.told(level)) }
  }

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
    let locks = services.locks
    let tell = { [unowned self] in
      let isOn = locks.locks?.contains(.caps)
      guard isOn != isCapsLockOn else { return }
      isCapsLockOn = isOn
      report(isOn.map { .told(.capsLock(isOn: $0)) } ?? .lost(.capsLock))
    }
    observations.append(locks.observe(tell))
    tell()
  }
}

nonisolated extension SoundLevelChange {
  /// The report for the banner of levels. Programs that record adjust the volume of microphones all the time, so that
  /// only muting them counts.
  var levelReport: LevelReport {
    let isOutput = direction == .output
    let level = Level(direction, of: label, percent: percent, isMuted: isMuted)
    return !isOurs && (isOutput || changesMute) ? .changed(level) : .adjusted(level)
  }
}

nonisolated extension Level {
  /// Describes the volume of a device with the name `label`.
  init(_ direction: SoundDirection, of label: String, percent: Int, isMuted: Bool) {
    self.init(
      direction == .output ? .volume : .microphone, of: label,
      symbol: SoundDevice.volumeSymbol(percent, isMuted: isMuted, direction),
      .part(percent: percent, isMuted: isMuted))
  }
}

nonisolated extension LightLevel {
  func level(_ subject: MachineLight.Subject) -> Level {
    Level(
      subject == .screen ? .brightness : .keyboardLight, of: name,
      symbol: subject == .screen ? "display-brightness" : "keyboard-brightness",
      .part(percent: percent, isMuted: false), stops: stops)
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
      .capsLock, symbol: isOn ? "caps-lock" : "caps-lock-off",
      .words(isOn ? localized("Caps Lock") : localized("Caps Lock off")))
  }
}
