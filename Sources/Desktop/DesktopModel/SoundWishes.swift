/// Something that is set of a device or a stream.
public enum SoundSetting: Equatable, Sendable {
  case volume(SoundVolume)
  case mute(Bool)

  var aspect: SoundWishes.Aspect {
    switch self {
    case .volume: .volume
    case .mute: .mute
    }
  }
}

/// What was asked of a sound server and is shown before the server tells it.
///
/// Each device and each stream has at most one change of its volume and one of its muting under way; the last that was
/// asked for meanwhile comes after it.
struct SoundWishes: Equatable, Sendable {
  enum Aspect: Hashable, Sendable {
    case volume, mute
  }

  private struct Key: Hashable {
    var id: SoundID
    var aspect: Aspect
  }

  private struct Wish: Equatable {
    /// What is shown.
    var last: SoundSetting
    /// What the server was sent and has not answered; nil: it has answered, and is to tell the value.
    var sent: SoundSetting?
  }

  private var wishes: [Key: Wish] = [:]

  /// Whether the server has answered something that it has not told.
  var areSettling: Bool { wishes.values.contains { $0.sent == nil } }

  /// What is wished; nil: nothing, and what the server tells counts.
  func setting(of id: SoundID, _ aspect: Aspect) -> SoundSetting? {
    wishes[Key(id: id, aspect: aspect)]?.last
  }

  /// Takes a wish; returns what is to be sent now, or nil if an answer is to be awaited.
  mutating func want(_ setting: SoundSetting, of id: SoundID) -> SoundSetting? {
    let key = Key(id: id, aspect: setting.aspect)
    if wishes[key]?.sent != nil {
      wishes[key]?.last = setting
      return nil
    }
    wishes[key] = Wish(last: setting, sent: setting)
    return setting
  }

  /// Takes the answer to what was sent; returns what is to be sent next. A refusal ends the wish.
  mutating func answer(_ aspect: Aspect, of id: SoundID, isDone: Bool) -> SoundSetting? {
    let key = Key(id: id, aspect: aspect)
    guard var wish = wishes[key], let sent = wish.sent else { return nil }
    guard isDone else {
      wishes[key] = nil
      return nil
    }
    wish.sent = wish.last == sent ? nil : wish.last
    wishes[key] = wish
    return wish.sent
  }

  /// Takes what the server tells, which ends a wish that it has answered if it is what was wished.
  mutating func told(_ volume: SoundVolume?, isMuted: Bool, of id: SoundID) {
    end(.mute, of: id, if: .mute(isMuted))
    if let volume { end(.volume, of: id, if: .volume(volume)) }
  }

  /// Ends what the server has answered and not told.
  mutating func settle() { wishes = wishes.filter { $0.value.sent != nil } }

  /// Ends what was wished of something that is gone.
  mutating func forget(_ id: SoundID) {
    for aspect in [Aspect.volume, .mute] { wishes[Key(id: id, aspect: aspect)] = nil }
  }

  private mutating func end(_ aspect: Aspect, of id: SoundID, if told: SoundSetting) {
    let key = Key(id: id, aspect: aspect)
    guard let wish = wishes[key], wish.sent == nil, wish.last.isLike(told) else { return }
    wishes[key] = nil
  }
}

extension SoundSetting {
  /// Whether people would take both for the same: servers round volumes to the steps of the hardware.
  fileprivate func isLike(_ other: SoundSetting) -> Bool {
    switch (self, other) {
    case (.volume(let first), .volume(let second)): abs(first.percent - second.percent) < 1
    default: self == other
    }
  }
}
