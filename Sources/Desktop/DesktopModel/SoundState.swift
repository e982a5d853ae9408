/// The state of a sound server: its devices, streams and cards, and the changes that were requested of it.
public struct SoundState: Equatable, Sendable {
  /// Limit of the number of cards, and of the devices and streams of each kind.
  public static let most = 128

  private var toldDevices: [SoundID: SoundDevice] = [:]
  private var toldStreams: [SoundID: SoundStream] = [:]
  private var toldCards: [UInt32: SoundCard] = [:]
  private var defaults: [SoundDirection: String] = [:]
  private var wishes = SoundWishes()
  /// The kinds of which devices or streams were left out because there are too many.
  private var overflowing: Set<SoundID.Kind> = []

  public init() {}

  // MARK: - Reports of the server

  /// Adds or replaces a device that the server has reported; it is left out if there is no room.
  public mutating func put(_ device: SoundDevice) {
    guard hasRoom(for: device.id, in: toldDevices.keys) else { return }
    var device = device
    device.balance = device.volume.flatMap { $0.isSilent ? toldDevices[device.id]?.balance : $0 }
    wishes.told(device.volume, isMuted: device.isMuted, of: device.id)
    toldDevices[device.id] = device
  }

  /// Adds or replaces a stream that the server has reported; it is left out if there is no room.
  public mutating func put(_ stream: SoundStream) {
    guard hasRoom(for: stream.id, in: toldStreams.keys) else { return }
    var stream = stream
    stream.balance = stream.volume.flatMap { $0.isSilent ? toldStreams[stream.id]?.balance : $0 }
    wishes.told(stream.volume, isMuted: stream.isMuted, of: stream.id)
    toldStreams[stream.id] = stream
  }

  /// Adds or replaces a card that the server has reported; it is left out if there is no room.
  public mutating func put(_ card: SoundCard) {
    guard toldCards[card.index] != nil || toldCards.count < Self.most else { return }
    toldCards[card.index] = card
  }

  /// Removes the card with this index.
  public mutating func removeCard(_ index: UInt32) { toldCards[index] = nil }

  /// Sets the names of the default devices; nil if there is none.
  public mutating func setDefaults(output: String?, input: String?) {
    defaults = [:]
    defaults[.output] = output
    defaults[.input] = input
  }

  /// Removes a device or a stream; returns whether all of its kind should be queried again, because there is room for
  /// those that were left out.
  public mutating func remove(_ id: SoundID) -> Bool {
    wishes.forget(id)
    guard toldDevices.removeValue(forKey: id) != nil || toldStreams.removeValue(forKey: id) != nil else {
      return false
    }
    return overflowing.remove(id.kind) != nil
  }

  /// Whether a device or a stream is known or there is room for it; otherwise it need not be queried.
  public func takes(_ id: SoundID) -> Bool {
    if toldDevices[id] != nil || toldStreams[id] != nil { return true }
    return toldDevices.keys.count { $0.kind == id.kind } < Self.most
      && toldStreams.keys.count { $0.kind == id.kind } < Self.most
  }

  /// Records that a device or a stream was left out, so that `remove` reports when there is room for it.
  public mutating func leaveOut(_ id: SoundID) { overflowing.insert(id.kind) }

  private mutating func hasRoom(for id: SoundID, in known: some Collection<SoundID>) -> Bool {
    if takes(id) { return true }
    leaveOut(id)
    return false
  }

  // MARK: - Requested settings

  /// Requests a setting; returns the setting to send now, or nil if there is no such device or stream, or another
  /// change is unanswered.
  public mutating func want(_ setting: SoundSetting, of id: SoundID) -> SoundSetting? {
    guard toldDevices[id] != nil || toldStreams[id] != nil else { return nil }
    return wishes.want(setting, of: id)
  }

  /// Records the answer to a setting that was sent; returns the setting to send next.
  public mutating func answer(_ setting: SoundSetting, of id: SoundID, isDone: Bool) -> SoundSetting? {
    wishes.answer(setting.aspect, of: id, isDone: isDone)
  }

  /// Whether the server has accepted a change and not reported the new value.
  public var isSettling: Bool { wishes.areSettling }

  /// Drops the requested values that the server has accepted, after it has had time to report what it made of them.
  public mutating func settle() { wishes.settle() }

  /// Returns the volume that a device or a stream would have at `percent`, with its balance; nil if it has none that
  /// can be changed.
  public func volume(of id: SoundID, percent: Double) -> SoundVolume? {
    if let device = device(id) { return device.volume?.scaled(toPercent: percent, balance: device.balance) }
    guard let stream = stream(id), stream.isVolumeWritable else { return nil }
    return stream.volume?.scaled(toPercent: percent, balance: stream.balance)
  }

  // MARK: - Shown values

  /// Returns a device, with the requested settings.
  public func device(_ id: SoundID) -> SoundDevice? {
    guard var device = toldDevices[id] else { return nil }
    if case .volume(let volume)? = wishes.setting(of: id, .volume) { device.volume = volume }
    if case .mute(let isMuted)? = wishes.setting(of: id, .mute) { device.isMuted = isMuted }
    return device
  }

  /// Returns a stream, with the requested settings.
  public func stream(_ id: SoundID) -> SoundStream? {
    guard var stream = toldStreams[id] else { return nil }
    if case .volume(let volume)? = wishes.setting(of: id, .volume) { stream.volume = volume }
    if case .mute(let isMuted)? = wishes.setting(of: id, .mute) { stream.isMuted = isMuted }
    return stream
  }

  /// Whether a setting that this program requested is shown and not reported by the server yet.
  public func isChangedByUs(_ id: SoundID) -> Bool {
    wishes.setting(of: id, .volume) != nil || wishes.setting(of: id, .mute) != nil
  }

  /// Returns the devices of a direction by index, in which order they appeared, without monitors.
  public func devices(_ direction: SoundDirection) -> [SoundDevice] {
    toldDevices.keys.filter { $0.direction == direction }.sorted { $0.index < $1.index }
      .compactMap { device($0) }.filter { !$0.isMonitor }
  }

  /// The cards by index, in which order they appeared.
  public var cards: [SoundCard] { toldCards.values.sorted { $0.index < $1.index } }

  /// Returns the card that a device belongs to; nil if there is none, or the server has not reported it.
  public func card(of device: SoundDevice) -> SoundCard? { device.card.flatMap { toldCards[$0] } }

  /// Returns the streams of a direction by index, in which order they appeared, without level meters.
  public func streams(_ direction: SoundDirection) -> [SoundStream] {
    toldStreams.keys.filter { $0.direction == direction }.sorted { $0.index < $1.index }
      .compactMap { stream($0) }.filter { !$0.isMeter }
  }

  /// Returns the default device of a direction; nil if there is no device.
  public func defaultDevice(_ direction: SoundDirection) -> SoundDevice? {
    let all = devices(direction)
    // PipeWire names no default device while its session manager has chosen none. It plays through a device all the
    // same, and does not always report a later choice, so the first device is a better guess than none.
    return all.first { $0.name == defaults[direction] } ?? all.first
  }

  /// Returns the streams that are audible through a device, or that record from it; nil stands for all devices of the
  /// direction except monitors.
  public func heard(_ direction: SoundDirection, through device: SoundDevice? = nil) -> [SoundStream] {
    let devices = device.map { [$0] } ?? devices(direction)
    let indices = Set(devices.map(\.id.index))
    return streams(direction).filter { $0.isHeard && indices.contains($0.device) }
  }
}
