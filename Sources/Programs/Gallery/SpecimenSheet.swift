import Scenes
import Views
import VisualEffects

/// The sheet of glass of a specimen. A part that is left out keeps its place.
struct SpecimenSheet: View {
  /// The parts of the sheet that are shown.
  enum Part {
    /// Everything, with figures at the end of the lines of these styles.
    case everything(figures: [VibrancyEffect.Style: String])
    /// The texts and discs of all styles, without fills, separator and figures.
    case texts
    /// The parts by which the contrast of one style is measured.
    case sample(VibrancyEffect.Style)

    func shows(textOf style: VibrancyEffect.Style) -> Bool {
      switch self {
      case .everything, .texts: true
      case .sample(let sample): sample == style
      }
    }

    func shows(fillOf style: VibrancyEffect.Style) -> Bool {
      switch self {
      case .everything: true
      case .texts: false
      case .sample(let sample): sample == style && style == .separator
      }
    }

    func figure(of style: VibrancyEffect.Style) -> String? {
      if case .everything(let figures) = self { figures[style] } else { nil }
    }
  }

  /// The diameter of a disc, in logical pixels.
  static let disc = 10.0
  private static let inset = 18.0
  private static let padding = 16.0
  /// The distance that fills extend beside their texts.
  private static let reach = 8.0
  private static let rowHeight = 26.0

  let material: Material
  let part: Part
  /// The disc as a template; thin letters may have no pixel that is fully ink.
  let disc: Bitmap

  var body: ViewTree {
    VStack {
      for style in [VibrancyEffect.Style.label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel] {
        line(style, ink: style).padding(horizontal: Self.padding).frame(height: Self.rowHeight)
      }
      separator.padding(horizontal: Self.padding).frame(height: Self.rowHeight)
      VStack(spacing: 6) {
        for style in [VibrancyEffect.Style.fill, .secondaryFill, .tertiaryFill] {
          line(style, ink: .label).padding(horizontal: Self.reach).frame(height: 26)
            .background { Fill(.vibrant(style), cornerRadius: 8).opacity(part.shows(fillOf: style) ? 1 : 0) }
        }
      }
      .padding(leading: Self.padding - Self.reach, trailing: Self.padding - Self.reach, top: 6)
    }
    .padding(top: 13)
    .alignment(.top)
    .glass(glass)
    .padding(Self.inset)
  }

  /// The glass; the edge of one that bends what lies behind it catches light.
  private var glass: GlassSheet {
    var sheet = GlassSheet(
      BlurEffect(material: material), corners: material.finish == nil ? LogicalCorners(14) : nil,
      shadows: [LogicalShadow(sigma: 9, offsetY: 5, colour: [0, 0, 0, 0.22])])
    sheet.hasRim = material.refraction != .none
    return sheet
  }

  /// A disc and the name of a style, with its figure at the end.
  private func line(_ style: VibrancyEffect.Style, ink: VibrancyEffect.Style) -> ViewTree {
    HStack {
      HStack(spacing: 10) {
        Image(disc, isTemplate: true).frame(width: Self.disc, height: Self.disc)
        Text(style.title).leastWidth(.infinity)
      }
      .ink(.vibrant(ink))
      .opacity(part.shows(textOf: style) ? 1 : 0)
      Spacer()
      figure(of: style)
    }
    .body
  }

  private var separator: ViewTree {
    HStack {
      Fill(.vibrant(.separator)).frame(height: 1).opacity(part.shows(fillOf: .separator) ? 1 : 0)
      figure(of: .separator).frame(width: 40, alignment: .trailing)
    }
    .body
  }

  @ViewBuilder private func figure(of style: VibrancyEffect.Style) -> ViewTree {
    if let figure = part.figure(of: style) { Text(figure).leastWidth(.infinity).ink(.vibrant(.label)) }
  }
}

extension VibrancyEffect.Style {
  fileprivate var title: String {
    switch self {
    case .label: "Label"
    case .secondaryLabel: "Secondary label"
    case .tertiaryLabel: "Tertiary label"
    case .quaternaryLabel: "Quaternary label"
    case .fill: "Fill"
    case .secondaryFill: "Secondary fill"
    case .tertiaryFill: "Tertiary fill"
    case .separator: "Separator"
    }
  }
}
