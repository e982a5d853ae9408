import Geometry
import Scenes
import Views

/// The view of a contact sheet.
struct ContactPage: View {
  private static let ink = ViewInk.colour([0.11, 0.11, 0.12, 1])
  /// An ink with a contrast of 4.9 : 1 on the paper.
  private static let faintInk = ViewInk.colour([0.42, 0.42, 0.44, 1])
  private static let ruleInk = ViewInk.colour([0, 0, 0, 0.1])

  private static let columns = 6
  private static let margin = 64.0
  private static let gap = 24.0
  private static let captionHeight = 56.0

  /// The width of the page, in logical pixels.
  static let width = 2 * margin + Double(columns) * Specimen.size.width + Double(columns - 1) * gap

  let sheet: ContactSheet

  var body: ViewTree {
    VStack(alignment: .leading) {
      text(sheet.title, "Semi-Bold 27").frame(height: 40)
      text(sheet.subtitle, "11", Self.faintInk).frame(height: 40)
      VStack(spacing: 40, alignment: .leading) {
        for section in sheet.sections { self.section(section) }
      }
      .padding(top: Self.gap)
    }
    .padding(leading: Self.margin, trailing: Self.margin, top: Self.margin, bottom: 52)
  }

  /// A font of the sheet's family; `style` is weight and size, such as `Medium 10.5`.
  func font(_ style: String) -> String { "\(sheet.family) \(style)" }

  private func text(_ string: String, _ style: String, _ ink: ViewInk = ink) -> ViewTree {
    Text(string).font(font(style)).ink(ink)
  }

  private func section(_ section: ContactSheet.Section) -> ViewTree {
    VStack(spacing: 12, alignment: .leading) {
      HStack(spacing: Self.gap) {
        text(section.title, "Semi-Bold 14")
        Spacer()
        text(section.detail, "10.5", Self.faintInk).layoutPriority(1)
      }
      .padding(top: 8).frame(height: 64)
      .overlay(alignment: .top) { Fill(Self.ruleInk).frame(height: 1) }
      for group in section.groups {
        Grid(columns: Self.columns, columnSpacing: Self.gap, rowSpacing: 12, alignment: .topLeading) {
          for tile in group { self.tile(tile) }
        }
      }
    }
    .body
  }

  private func tile(_ tile: ContactSheet.Tile) -> ViewTree {
    VStack(alignment: .leading) {
      Image(tile.picture, cornerRadius: 22)
        .frame(width: Specimen.size.width, height: Specimen.size.height)
      HStack(spacing: 8) {
        text(tile.title, "Semi-Bold 10.5")
        Spacer()
        text(tile.figure, "Semi-Bold 10.5").layoutPriority(1)
      }
      .padding(horizontal: 2).frame(height: 18).padding(top: 10)
      text(tile.detail, "9.5", Self.faintInk).padding(horizontal: 2).frame(height: 20)
    }
    .frame(
      width: Specimen.size.width, height: Specimen.size.height + Self.captionHeight, alignment: .topLeading)
  }
}
