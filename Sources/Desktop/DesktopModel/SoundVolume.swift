/// How loud a device or a stream is, channel by channel, in the sound server's units.
public struct SoundVolume: Equatable, Sendable {
  /// What the server calls 100 percent.
  public static let whole: UInt32 = 0x10000
  /// The loudest that is taken for true: ten times as much.
  static let most = whole * 10
  /// The most channels that servers have.
  static let mostChannels = 32

  /// The volume of each channel; there is one at least.
  public let channels: [UInt32]

  /// Nil: there are no channels, or more than there can be. What is louder than anything is taken for the loudest.
  public init?(_ channels: some Collection<UInt32>) {
    guard (1...Self.mostChannels).contains(channels.count) else { return nil }
    self.channels = channels.map { min($0, Self.most) }
  }

  /// The volume of the loudest channel, in percent.
  public var percent: Double { Double(loudest) / Double(Self.whole) * 100 }

  /// The volume of the loudest channel in whole percent, as people read it.
  public var wholePercent: Int { Int(percent.rounded()) }

  /// Whether nothing is to be heard.
  public var isSilent: Bool { loudest == 0 }

  private var loudest: UInt32 { channels.max() ?? 0 }

  /// The volume whose loudest channel has `percent`, with the balance that it has, or where it is silent with the balance of
  /// `balance`; a number that makes no sense changes nothing.
  public func scaled(toPercent percent: Double, balance: SoundVolume? = nil) -> SoundVolume {
    guard percent.isFinite else { return self }
    let whole = min(Double(Self.most), max(0, percent / 100 * Double(Self.whole)))
    var shape = self
    if isSilent, let balance, balance.channels.count == channels.count { shape = balance }
    let loudest = shape.loudest
    let scaled = shape.channels.map { channel in
      // All channels of what was always silent are alike.
      loudest == 0 ? whole : whole * Double(channel) / Double(loudest)
    }
    return SoundVolume(scaled.map { UInt32($0.rounded()) }) ?? self
  }

  /// The percentage after a step of `points`, up to `limit`; what is louder than that already becomes no louder, and what is
  /// turned down is not cut to it.
  public func percent(changedBy points: Double, limit: Double) -> Double {
    guard points.isFinite else { return percent }
    return points < 0 ? max(0, percent + points) : max(percent, min(percent + points, limit))
  }

  /// The percentage for a part, 0 … 1, of a slider that ends at `limit`; at its end, what is louder than that already stays.
  public func percent(atPart part: Double, limit: Double) -> Double {
    guard part.isFinite else { return percent }
    return part < 1 ? max(0, part) * limit : max(percent, limit)
  }
}
