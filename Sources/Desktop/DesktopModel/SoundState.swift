/// What a sound server has: its devices, what programs play and record, and what was asked of it.
public struct SoundState: Equatable, Sendable {
  /// The most cards, and devices and streams of a kind, that are taken over.
  public static let most = 128

  private var toldDevices: [SoundID: SoundDevice] = [:]
  private var toldStreams: [SoundID: SoundStream] = [:]
  private var toldCards: [UInt32: SoundCard] = [:]
  private var defaults: [SoundDirection: String] = [:]
  private var wishes = SoundWishes()
  /// The kinds of which there is more than was taken over.
  private var overflowing: Set<SoundID.Kind> = []

  public init() {}

  // MARK: - What the server tells

  /// Takes a device as the server tells it.
  public mutating func put(_ device: SoundDevice) {
    guard hasRoom(for: device.id, in: toldDevices.keys) else { return }
    var device = device
    device.balance = device.volume.flatMap { $0.isSilent ? toldDevices[device.id]?.balance : $0 }
    wishes.told(device.volume, isMuted: device.isMuted, of: device.id)
    toldDevices[device.id] = device
  }

  /// Takes a stream as the server tells it.
  public mutating func put(_ stream: SoundStream) {
    guard hasRoom(for: stream.id, in: toldStreams.keys) else { return }
    var stream = stream
    stream.balance = stream.volume.flatMap { $0.isSilent ? toldStreams[stream.id]?.balance : $0 }
    wishes.told(stream.volume, isMuted: stream.isMuted, of: stream.id)
    toldStreams[stream.id] = stream
  }

  /// Takes a card as the server tells it; one for which there is no room is left out.
  public mutating func put(_ card: SoundCard) {
    guard toldCards[card.index] != nil || toldCards.count < Self.most else { return }
    toldCards[card.index] = card
  }

  /// Takes that the card of a number is gone.
  public mutating func removeCard(_ index: UInt32) { toldCards[index] = nil }

  /// Takes the names of the default devices; nil: there is none.
  public mutating func setDefaults(output: String?, input: String?) {
    defaults = [:]
    defaults[.output] = output
    defaults[.input] = input
  }

  /// Takes that something is gone; returns whether all of its kind should be asked for again, as there is room for what was
  /// left out.
  public mutating func remove(_ id: SoundID) -> Bool {
    wishes.forget(id)
    guard toldDevices.removeValue(forKey: id) != nil || toldStreams.removeValue(forKey: id) != nil else {
      return false
    }
    return overflowing.remove(id.kind) != nil
  }

  /// Whether it is known or there is room for it; what is neither is not asked about.
  public func takes(_ id: SoundID) -> Bool {
    if toldDevices[id] != nil || toldStreams[id] != nil { return true }
    return toldDevices.keys.count { $0.kind == id.kind } < Self.most
      && toldStreams.keys.count { $0.kind == id.kind } < Self.most
  }

  /// Remembers that something is left out, so that `remove` tells when there is room for it.
  public mutating func leaveOut(_ id: SoundID) { overflowing.insert(id.kind) }

  private mutating func hasRoom(for id: SoundID, in known: some Collection<SoundID>) -> Bool {
    if takes(id) { return true }
    leaveOut(id)
    return false
  }

  // MARK: - What is asked of it

  /// Takes that a setting is asked for; returns what is to be sent now: nil if it is not there, or if an answer to another
  /// change is to be awaited.
  public mutating func want(_ setting: SoundSetting, of id: SoundID) -> SoundSetting? {
    guard toldDevices[id] != nil || toldStreams[id] != nil else { return nil }
    return wishes.want(setting, of: id)
  }

  /// Takes the answer to what was sent; returns what is to be sent next.
  public mutating func answer(_ setting: SoundSetting, of id: SoundID, isDone: Bool) -> SoundSetting? {
    wishes.answer(setting.aspect, of: id, isDone: isDone)
  }

  /// Whether the server has answered a change and not told its outcome.
  public var isSettling: Bool { wishes.areSettling }

  /// Takes that the server has had the time to tell the outcome of all that it has answered.
  public mutating func settle() { wishes.settle() }

  /// The volume that a device or a stream would have with `percent`, in its balance; nil: it has none that can be changed.
  public func volume(of id: SoundID, percent: Double) -> SoundVolume? {
    if let device = device(id) { return device.volume?.scaled(toPercent: percent, balance: device.balance) }
    guard let stream = stream(id), stream.isVolumeWritable else { return nil }
    return stream.volume?.scaled(toPercent: percent, balance: stream.balance)
  }

  // MARK: - What is shown

  /// A device, with what was asked of it.
  public func device(_ id: SoundID) -> SoundDevice? {
    guard var device = toldDevices[id] else { return nil }
    if case .volume(let volume)? = wishes.setting(of: id, .volume) { device.volume = volume }
    if case .mute(let isMuted)? = wishes.setting(of: id, .mute) { device.isMuted = isMuted }
    return device
  }

  /// A stream, with what was asked of it.
  public func stream(_ id: SoundID) -> SoundStream? {
    guard var stream = toldStreams[id] else { return nil }
    if case .volume(let volume)? = wishes.setting(of: id, .volume) { stream.volume = volume }
    if case .mute(let isMuted)? = wishes.setting(of: id, .mute) { stream.isMuted = isMuted }
    return stream
  }

  /// Whether something that we have asked of it is shown and was not told by the server yet.
  public func isChangedByUs(_ id: SoundID) -> Bool {
    wishes.setting(of: id, .volume) != nil || wishes.setting(of: id, .mute) != nil
  }

  /// The devices of a direction in the order in which they came; what records other devices is left out.
  public func devices(_ direction: SoundDirection) -> [SoundDevice] {
    toldDevices.keys.filter { $0.direction == direction }.sorted { $0.index < $1.index }
      .compactMap { device($0) }.filter { !$0.isMonitor }
  }

  /// The cards in the order in which they came.
  public var cards: [SoundCard] { toldCards.values.sorted { $0.index < $1.index } }

  /// The card that a device belongs to; nil: it belongs to none, or the server has not told it.
  public func card(of device: SoundDevice) -> SoundCard? { device.card.flatMap { toldCards[$0] } }

  /// The streams of a direction in the order in which they came, meters left out.
  public func streams(_ direction: SoundDirection) -> [SoundStream] {
    toldStreams.keys.filter { $0.direction == direction }.sorted { $0.index < $1.index }
      .compactMap { stream($0) }.filter { !$0.isMeter }
  }

  /// The device that programs use unless they are told otherwise; nil: there is no device.
  public func defaultDevice(_ direction: SoundDirection) -> SoundDevice? {
    let all = devices(direction)
    // PipeWire names none while its session manager has chosen no device, plays through one all the same, and does not always
    // tell what is chosen later: the first device is a better guess than none.
    return all.first { $0.name == defaults[direction] } ?? all.first
  }

  /// The streams that are heard through a device, or that record from it; nil stands for all of the direction that are no
  /// recordings of what is played.
  public func heard(_ direction: SoundDirection, through device: SoundDevice? = nil) -> [SoundStream] {
    let devices = device.map { [$0] } ?? devices(direction)
    let indices = Set(devices.map(\.id.index))
    return streams(direction).filter { $0.isHeard && indices.contains($0.device) }
  }
}
