public import DesktopModel
import Geometry
public import Scenes
import Settings
import Views
public import VisualEffects

/// The short banner that shows a level: a capsule of glass with a symbol, and a track with the level or a few words.
public struct LevelView {
  public var level: Level
  /// The filled part of the track, 0 … 1, which differs from the level's while it moves.
  public var part: Double
  /// The name of the device, which stands above the track; nil: it is not shown.
  public var device: String?
  /// The symbol of the level, made by `symbol(of:scale:)`; nil: its place stays empty.
  public var symbol: Bitmap?
  /// The width of the banner, in physical pixels.
  public var width: Int
  /// Physical per logical pixels.
  public var scale: Double
  public var material: Material
  public var legibility: Legibility
  /// The edge of the banner's glass.
  public var edge = EdgeStyle.lit
  /// The accent colour, encoded sRGB; nil: the program's own.
  public var accent: SIMD3<Double>?
  /// The font of the text, as Pango writes it.
  public var font: String
  /// Whether the symbol is at the right, and the track is filled from there, as sliders of panels are.
  public var isRightToLeft = false

  public init(
    _ level: Level, part: Double, symbol: Bitmap?, width: Int, scale: Double, material: Material,
    legibility: Legibility, font: String
  ) {
    (self.level, self.part, self.symbol) = (level, part, symbol)
    (self.width, self.scale, self.material) = (width, scale, material)
    (self.legibility, self.font) = (legibility, font)
  }

  /// Draws the symbol of a level; nil: there is none of that name.
  public static func symbol(of level: Level, scale: Double) -> Bitmap? {
    BuiltInSymbols.bitmap(named: level.symbol, side: Int((LevelMetrics.symbolSide * scale).rounded()))
  }

  /// The banner with its top left corner at the origin.
  public func layout(measurer: some TextMeasurer) -> BannerLayout {
    var environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: legibility, font: font)
    (environment.edge, environment.isRightToLeft) = (edge, isRightToLeft)
    if let accent { environment.accent = Accent(accent) }
    return BannerLayout(
      Views.layout(
        LevelCapsule(
          level: level, part: part, device: device, symbol: symbol,
          glass: BannerGlass(material: material, edge: edge)),
        in: Proposal(width: width), environment: environment, measurer: measurer))
  }
}

/// The measures of the banner of a level, in logical pixels.
enum LevelMetrics {
  static let height = 48.0
  static let symbolSide = 24.0
  static let trackHeight = 10.0
  /// The distance between the name of a device and the track.
  static let nameGap = 3.0
  /// The size of the name of a device, as a factor of that of the other text.
  static let nameSize = 0.8
  static let padding = 18.0
  static let gap = 14.0
  /// The least width of the text behind the track, so that the track is as long for each level.
  static let leastText = 44.0
}

/// The capsule with all that is on it.
private struct LevelCapsule: View {
  let level: Level
  let part: Double
  let device: String?
  let symbol: Bitmap?
  let glass: BannerGlass

  /// The number of steps of the track, more than it has pixels.
  private static let parts = 4096

  var body: ViewTree {
    HStack(spacing: LevelMetrics.gap) {
      if level.part == nil { Spacer() }
      icon
      if level.part == nil {
        Text(level.words).layoutPriority(1)
        Spacer()
      } else {
        if let device {
          VStack(spacing: LevelMetrics.nameGap, alignment: .leading) {
            name(device)
            track
          }
        } else {
          track
        }
        Text(level.words).vibrancy(.secondaryLabel)
          .frame(minWidth: LevelMetrics.leastText, alignment: .trailing).layoutPriority(1)
      }
    }
    .padding(horizontal: LevelMetrics.padding)
    .controlHeight(LevelMetrics.height)
    .frame(maxWidth: .infinity)
    .glass(glass.sheet(cornerRadius: .infinity, isCritical: false))
    .accessibility(.progress, label: level.kind.rawValue, value: level.words)
  }

  private var track: ViewTree {
    ProgressBar(
      Int((min(max(part, 0), 1) * Double(Self.parts)).rounded()), of: Self.parts,
      height: LevelMetrics.trackHeight, ink: level.isMuted ? .mark(0.15) : .accentMark, stops: level.stops
    ).body
  }

  private func name(_ device: String) -> ViewTree {
    var style = StyledText.Style()
    style.size = .factor(LevelMetrics.nameSize)
    return Text(device, runs: [StyledText.Run(range: 0..<device.utf8.count, style: style)])
      .vibrancy(.secondaryLabel)
  }

  private var icon: ViewTree {
    ZStack {
      if let symbol {
        Image(symbol, isTemplate: true)
          .fitted(width: LevelMetrics.symbolSide, height: LevelMetrics.symbolSide)
      } else {
        Spacer()
      }
    }
    .frame(width: LevelMetrics.symbolSide, height: LevelMetrics.symbolSide)
  }
}
