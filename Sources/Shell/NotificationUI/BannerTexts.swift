import Notifications
import Scenes
import Views

/// The texts of a banner: the program and the age of the notification, its summary and its body.
struct BannerTexts: View {
  let content: BannerContent
  /// The width of the texts, in logical pixels.
  let width: Double
  /// The greatest number of lines of the body.
  let bodyLines: Int
  let inks: BannerInks

  var body: ViewTree {
    VStack(spacing: BannerMetrics.textGap, alignment: .leading) {
      if hasHeader { header }
      if !notification.summary.isEmpty {
        beside(isFirst: !hasHeader) {
          Text(notification.summary).bold().lineLimit(2).textAlignment(.natural)
        }
      }
      if !notification.body.string.isEmpty {
        beside(isFirst: !hasHeader && notification.summary.isEmpty) { message }
      }
      if content.bodyImage == nil,
        let words = notification.body.images.map(\.description).first(where: { !$0.isEmpty })
      {
        Text(words).lineLimit(2).textAlignment(.natural).ink(inks.secondary)
      }
    }
    .body
  }

  private var notification: Notification { content.notification }

  /// The number of times that the notification came, and its age; the button to close takes the place of the age.
  private var trailing: String {
    let count = content.count > 1 ? "×\(content.count)" : ""
    return [count, content.isHovered ? "" : content.age].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private var hasHeader: Bool { !trailing.isEmpty || !notification.shownApplication.isEmpty }

  /// The room that the button to close takes of the texts' width.
  private var closeRoom: Double {
    content.isHovered
      ? BannerMetrics.closeInset + BannerMetrics.closeSide + BannerMetrics.gap - BannerMetrics.padding : 0
  }

  private var header: ViewTree {
    HStack(alignment: .firstTextBaseline) {
      if !notification.shownApplication.isEmpty { Text(notification.shownApplication).leastWidth(0) }
      Spacer(minLength: trailing.isEmpty ? 0 : BannerMetrics.gap)
      if !trailing.isEmpty {
        Text(trailing).leastWidth(0).frame(maxWidth: max(0, width - closeRoom) / 2).layoutPriority(1)
      }
    }
    .padding(trailing: closeRoom)
    .small().ink(inks.secondary)
  }

  /// Leaves room for the close button beside the first text if there is no header, even while the button is
  /// hidden, so that no text moves.
  private func beside(isFirst: Bool, @ViewBuilder _ text: () -> ViewTree) -> ViewTree {
    text().padding(trailing: isFirst ? BannerMetrics.closeSide : 0)
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
    .lineLimit(bodyLines).textAlignment(.natural)
  }
}
