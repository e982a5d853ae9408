import LiveGlass

/// A sheet of glass with vibrant text, a template icon and two buttons, moved down by `offset`.
nonisolated struct WeatherPanel: View {
  /// The period of the report.
  enum Span: ViewAction {
    case today, week

    fileprivate var report: String {
      switch self {
      case .today: "Clearing from the west, 18 °C"
      case .week: "Rain on Thursday, 14 to 19 °C"
      }
    }
  }

  static let size = LogicalSize(width: 420, height: 152)

  var span = Span.today
  /// The distance below its final position, in points.
  var offset = 0.0
  /// A white icon on transparent ground, of which only the alpha counts.
  var icon: Bitmap

  var body: ViewTree {
    VStack(spacing: 16) {
      HStack(spacing: 20) {
        Image(icon, isTemplate: true).frame(width: 36, height: 36)
        VStack(spacing: 2, alignment: .leading) {
          Text("Weather report").font("Sans Bold 12")
          Text(span.report).ink(.vibrant(.secondaryLabel))
        }
        Spacer()
      }
      .frame(height: 52)
      Divider()
      HStack(spacing: 12, distribution: .even) {
        button("Today", .today)
        button("This week", .week)
      }
    }
    .font("Sans 10.5")
    .padding(leading: 24, trailing: 24, top: 15, bottom: 16)
    .glass(BlurEffect(style: .systemMaterial), cornerRadius: 20)
    .position(LogicalRect(x: 0, y: offset, width: Self.size.width, height: Self.size.height))
  }

  private func button(_ label: String, _ span: Span) -> Button {
    Button(span, cornerRadius: 10) { Text(label).frame(maxWidth: .infinity).controlHeight(36) }
  }
}
