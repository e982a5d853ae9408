/// A setting of a device or a stream.
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

/// Settings that were requested of a sound server, and are shown until the server reports them.
///
/// Each device and each stream has at most one request for its volume and one for its muting under way. The last
/// setting that is requested meanwhile is sent next.
struct SoundWishes: Equatable, Sendable {
  enum Aspect: Hashable, Sendable {
    case volume, mute
  }

  private struct Key: Hashable {
    var id: SoundID
    var aspect: Aspect
  }

  private struct Wish: Equatable {
    /// The last requested setting, which is shown.
    var last: SoundSetting
    /// The setting that was sent and not answered; nil once the server has accepted it and is to report the value.
    var sent: SoundSetting?
  }

  private var wishes: [Key: Wish] = [:]

  /// Whether the server has accepted a setting that it has not reported.
  var areSettling: Bool { wishes.values.contains { $0.sent == nil } }

  /// Returns the requested setting; nil if there is none, so that the reported value is shown.
  func setting(of id: SoundID, _ aspect: Aspect) -> SoundSetting? {
    wishes[Key(id: id, aspect: aspect)]?.last
  }

  /// Requests a setting; returns the setting to send now, or nil while an answer is outstanding.
  mutating func want(_ setting: SoundSetting, of id: SoundID) -> SoundSetting? {
    let key = Key(id: id, aspect: setting.aspect)
    if wishes[key]?.sent != nil {
      wishes[key]?.last = setting
      return nil
    }
    wishes[key] = Wish(last: setting, sent: setting)
    return setting
  }

  /// Records the answer to the setting that was sent; returns the setting to send next. A refusal ends the request.
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

  /// Compares a report of the server with the requests; one that was accepted and has the reported value ends.
  mutating func told(_ volume: SoundVolume?, isMuted: Bool, of id: SoundID) {
    end(.mute, of: id, if: .mute(isMuted))
    if let volume { end(.volume, of: id, if: .volume(volume)) }
  }

  /// Ends the requests that the server has accepted and not reported.
  mutating func settle() { wishes = wishes.filter { $0.value.sent != nil } }

  /// Ends the requests for a device or a stream that was removed.
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
  /// Whether two settings look the same to the user: servers round volumes to the steps of the hardware.
  fileprivate func isLike(_ other: SoundSetting) -> Bool {
    switch (self, other) {
    case (.volume(let first), .volume(let second)): abs(first.percent - second.percent) < 1
    default: self == other
    }
  }
}
