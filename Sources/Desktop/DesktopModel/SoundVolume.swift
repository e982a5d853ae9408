/// The volumes of the channels of a device or a stream, in the units of PulseAudio.
public struct SoundVolume: Equatable, Sendable {
  /// The volume of 100 percent, `PA_VOLUME_NORM`.
  public static let whole: UInt32 = 0x10000
  /// The greatest volume that is accepted: 1000 percent.
  static let most = whole * 10
  /// The greatest number of channels, `PA_CHANNELS_MAX`.
  static let mostChannels = 32

  /// The volume of each channel; there is at least one.
  public let channels: [UInt32]

  /// Creates a volume; nil if there are no channels or too many. A volume above `most` is reduced to it.
  public init?(_ channels: some Collection<UInt32>) {
    guard (1...Self.mostChannels).contains(channels.count) else { return nil }
    self.channels = channels.map { min($0, Self.most) }
  }

  /// The volume of the loudest channel, in percent.
  public var percent: Double { Double(loudest) / Double(Self.whole) * 100 }

  /// The volume of the loudest channel, rounded to whole percent.
  public var wholePercent: Int { Int(percent.rounded()) }

  /// Whether all channels are silent.
  public var isSilent: Bool { loudest == 0 }

  private var loudest: UInt32 { channels.max() ?? 0 }

  /// Returns the volume whose loudest channel has `percent`, with the same balance, or with that of `balance` if it is
  /// silent; an infinite or invalid number changes nothing.
  public func scaled(toPercent percent: Double, balance: SoundVolume? = nil) -> SoundVolume {
    guard percent.isFinite else { return self }
    let whole = min(Double(Self.most), max(0, percent / 100 * Double(Self.whole)))
    var shape = self
    if isSilent, let balance, balance.channels.count == channels.count { shape = balance }
    let loudest = shape.loudest
    let scaled = shape.channels.map { channel in
      // A volume that was always silent has no balance.
      loudest == 0 ? whole : whole * Double(channel) / Double(loudest)
    }
    return SoundVolume(scaled.map { UInt32($0.rounded()) }) ?? self
  }

  /// The percentage after a step of `points`, at most `limit`. A volume above the limit is not raised by a step up, and
  /// not cut to the limit by a step down.
  public func percent(changedBy points: Double, limit: Double) -> Double {
    guard points.isFinite else { return percent }
    return points < 0 ? max(0, percent + points) : max(percent, min(percent + points, limit))
  }

  /// The percentage for a fraction, 0 … 1, of a slider that ends at `limit`; at the end, a volume above the limit stays.
  public func percent(atPart part: Double, limit: Double) -> Double {
    guard part.isFinite else { return percent }
    return part < 1 ? max(0, part) * limit : max(percent, limit)
  }
}
