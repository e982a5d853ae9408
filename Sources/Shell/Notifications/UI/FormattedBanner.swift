import ModuleModel
import Scenes
import Settings
import TextProcessing
import Views

/// The texts of a banner in a format of the settings.
struct FormattedBanner {
  /// A line of the format.
  struct Line {
    /// The text with the styles of the format and of the body.
    let rich: RichText
    /// The links of the body, with their places in the text.
    let links: [Text.Link]
    /// Whether the body is a part of it.
    let hasBody: Bool

    /// The text of the line; links have an ink unless the format has inks itself.
    func text(linkInk: ViewInk?) -> Text {
      var inks = rich.inks.map { Text.InkRun($0.range, $0.ink.viewInk) }
      if inks.isEmpty, let linkInk { inks = links.map { Text.InkRun($0.range, linkInk) } }
      return Text(rich.string, runs: rich.runs, links: links).inks(inks)
    }
  }

  /// The lines; empty if nothing is to be seen of them.
  let lines: [Line]

  /// `colours` are those of the settings, which the format may name.
  init(_ format: FormatTemplate, _ content: BannerContent, colours: [String: SIMD4<Double>]) {
    let body = content.notification.body
    let written = FormattedLines(format, Self.fields(content), marking: "body", colours: colours)
    lines = written.lines.map { line in
      let links = line.markedStart.map { start in
        body.runs.compactMap { run -> Text.Link? in
          let range = start + run.range.lowerBound..<start + run.range.upperBound
          // Text that a format has cut has no links at its end.
          guard let link = run.link, range.upperBound <= line.text.string.utf8.count else { return nil }
          return Text.Link(range, BannerAction.link(body.links[link]))
        }
      }
      return Line(rich: line.text, links: links ?? [], hasBody: line.markedStart != nil)
    }
  }

  /// The values of the fields that a banner has.
  private static func fields(_ content: BannerContent) -> [String: FieldValue] {
    let notification = content.notification
    var fields: [String: FieldValue] = [:]
    for (name, text) in [
      ("app", notification.shownApplication), ("summary", notification.summary),
      ("category", notification.category), ("age", content.age),
    ] where !text.isEmpty {
      fields[name] = .text(text)
    }
    let body = notification.body
    if !body.string.isEmpty {
      fields["body"] = body.runs.isEmpty ? .text(body.string) : .markup(body.markup, plain: body.string)
    }
    if let progress = notification.progress { fields["progress"] = .integer(progress, .percent) }
    if content.count > 1 { fields["count"] = .integer(content.count) }
    if content.behind > 0 { fields["stack"] = .integer(content.behind + 1) }
    return fields
  }
}

extension MarkedText {
  /// The text with its styles as markup; links are underlined.
  fileprivate var markup: String {
    var (result, place) = ("", 0)
    let utf8 = Array(string.utf8)
    func escaped(_ range: Range<Int>) -> String {
      String(decoding: utf8[range], as: UTF8.self).escapedForMarkup()
    }
    for run in runs {
      result += escaped(place..<run.range.lowerBound)
      var names: [String] = []
      if run.style.contains(.bold) { names.append("b") }
      if run.style.contains(.italic) { names.append("i") }
      if run.style.contains(.underline) || run.link != nil { names.append("u") }
      result += names.map { "<\($0)>" }.joined() + escaped(run.range)
      result += names.reversed().map { "</\($0)>" }.joined()
      place = run.range.upperBound
    }
    return result + escaped(place..<utf8.count)
  }
}

extension ModuleInk {
  fileprivate var viewInk: ViewInk {
    switch self {
    case .vibrant(let style): .vibrant(style)
    case .colour(let colour): .colour(colour)
    }
  }
}
