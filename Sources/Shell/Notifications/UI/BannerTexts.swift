import Localization
import ModuleModel
import Scenes
import Settings
import Views

/// The texts of a banner: the program and the age of the notification, its summary and its body.
struct BannerTexts: View {
  let content: BannerContent
  /// The width of the texts, in logical pixels.
  let width: Double
  /// The greatest number of lines of the body.
  let bodyLines: Int
  let inks: BannerInks
  /// The ink of the sign before the title; nil: there is no sign.
  let alert: ViewInk?
  let alignment: BannerStyle.TextAlignment
  /// The room that the button to close takes of the first line's width.
  let closeRoom: Double
  /// The distance between two texts, in logical pixels.
  let gap: Double
  /// The format of the texts; nil: the usual lines.
  let format: FormatTemplate?
  /// The colours that the format may name.
  let colours: [String: SIMD4<Double>]

  var body: ViewTree {
    let formatted = format.map { FormattedBanner($0, content, colours: colours) }
    if let formatted, !formatted.lines.isEmpty {
      VStack(spacing: gap, alignment: .leading) {
        for (index, line) in formatted.lines.enumerated() {
          if index == 0 { first(line) } else { text(line).textAlignment(alignment.lines) }
        }
      }
      // Lines that end at the button to close all end there.
      .padding(trailing: alignment == .trailing ? closeRoom : 0)
    } else {
      usual
    }
  }

  /// The first line of a format, whose end makes room for the button to close, after the sign of a critical notification.
  private func first(_ line: FormattedBanner.Line) -> ViewTree {
    HStack(alignment: .firstTextBaseline) {
      // The line is in the middle between the button and as much room.
      if alignment == .center { roomToClose }
      marked(text(line))
      if alignment != .trailing { roomToClose }
    }
    .body
  }

  private var roomToClose: ViewTree { Text("").frame(minWidth: closeRoom) }

  private func text(_ line: FormattedBanner.Line) -> Text {
    line.text(linkInk: inks.link).lineLimit(line.hasBody ? bodyLines : 2).indentsListItems(line.hasBody)
  }

  private var usual: ViewTree {
    VStack(spacing: gap, alignment: .leading) {
      if hasHeader { header }
      if !notification.summary.isEmpty {
        if hasHeader { title } else { withTime(title) }
      }
      if !notification.body.string.isEmpty {
        if hasHeader || !notification.summary.isEmpty { message } else { withTime(message) }
      }
      if content.bodyImage == nil,
        let words = notification.body.images.map(\.description).first(where: { !$0.isEmpty })
      {
        Text(words).lineLimit(2).textAlignment(alignment.lines).ink(inks.secondary)
      }
    }
    .body
  }

  private var notification: Notification { content.notification }

  /// The number of times that the notification came, that of the others in its stack, and its age.
  private var trailing: String {
    CountForm.line(times: content.count, behind: content.behind, age: content.age)
  }

  /// Whether a line above the others has the application's name, or at least the time where there is no room for it on
  /// the line of the title.
  private var hasHeader: Bool { !notification.shownApplication.isEmpty || width < Self.leastTimed }

  /// The least width of texts that have the time on the line of the title.
  private static let leastTimed = 120.0

  private var header: ViewTree {
    HStack(alignment: .firstTextBaseline) {
      // The name is in the middle between the time and as much room.
      if alignment == .center { time.hidden() }
      if alignment.place != .leading { Spacer(minLength: alignment == .center ? BannerMetrics.gap : 0) }
      Text(notification.shownApplication).leastWidth(0)
      if alignment == .trailing {
        time.padding(leading: BannerMetrics.gap)
      } else {
        Spacer(minLength: BannerMetrics.gap)
        time
      }
    }
    .small().ink(inks.secondary)
    // On a banner that is narrower than its texts need, the button would lie on the title.
    .frame(minHeight: width < Self.leastTimed ? BannerMetrics.closeSide : nil)
  }

  /// Puts the time at the end of the first line of a text if there is no line with the application's name.
  private func withTime(_ text: some View) -> ViewTree {
    HStack(spacing: BannerMetrics.gap, alignment: .firstTextBaseline) {
      if alignment == .center { time.small().hidden() }
      text
      time.small().ink(inks.secondary)
    }
    .body
  }

  /// The end of the first line, where the button to close takes the place of the time, so that no text moves.
  private var time: ViewTree {
    let words = Text(trailing).leastWidth(0)
    let shown = content.isHovered && closeRoom > 0 ? words.hidden() : words.body
    return shown.frame(maxWidth: max(0, width - closeRoom) / 2)
      .frame(minWidth: closeRoom, alignment: .trailing).layoutPriority(1)
  }

  private var title: ViewTree { marked(Text(notification.summary).bold().lineLimit(2)) }

  /// Puts the sign of a critical notification before a text.
  @ViewBuilder private func marked(_ text: Text) -> ViewTree {
    let fills = alert == nil || alignment.place == .leading
    let text = text.textAlignment(fills ? alignment.lines : nil)
    if let alert {
      HStack(spacing: BannerMetrics.signGap, alignment: .firstTextBaseline) {
        Symbol("dialog-warning", side: BannerMetrics.alertSide).ink(alert)
          .accessibility(.image, label: localized("Critical"))
        text
      }
      .frame(maxWidth: .infinity, alignment: Alignment(alignment.place, .center))
    } else {
      text
    }
  }

  private var message: Text {
    let text = notification.body
    return Text(
      text.string,
      runs: text.runs.map {
        StyledText.Run(
          range: $0.range, isBold: $0.style.contains(.bold), isItalic: $0.style.contains(.italic),
          isUnderlined: $0.style.contains(.underline) || $0.link != nil)
      },
      links: text.runs.compactMap { run in
        run.link.map { Text.Link(run.range, BannerAction.link(text.links[$0])) }
      }
    )
    .inks(
      inks.link.map { ink in text.runs.filter { $0.link != nil }.map { Text.InkRun($0.range, ink) } } ?? []
    )
    .lineLimit(bodyLines).indentsListItems().textAlignment(alignment.lines)
  }
}
