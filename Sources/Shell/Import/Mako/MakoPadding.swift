import Settings

/// The distances of texts to the edges of mako's banners and to their icons, which depend on more than the padding.
struct MakoPadding {
  private let isBelowIcon, isBeforeIcon: Bool
  /// The radius of the corners behind which texts begin and the width of the border, in pixels; 2 is mako's own.
  private let radius, border: Double

  /// Reads the options of a section; those that it lacks are those of `general`.
  init(of section: MakoFile.Section, over general: MakoFile.Section? = nil) {
    func value(_ key: String) -> String? { (section.option(key) ?? general?.option(key))?.value }
    let location = value("icon-location")
    (isBelowIcon, isBeforeIcon) = (location == "top", location == "right")
    let corner = value("border-radius").flatMap { MakoValue.edges($0)?.greatest } ?? 0
    // Texts below an icon are in the middle, where no corner is.
    radius = isBelowIcon ? 0 : Double(corner.clamped(to: 0...64))
    border = Double((value("border-size").flatMap { Int($0) } ?? 2).clamped(to: 0...16))
  }

  /// Sets the padding. Ours includes the width of the border, which mako draws around it.
  func set(_ edges: MakoValue.Edges, from option: SourceOption?, _ draft: inout BannerDraft) {
    draft.set(padding: edges, frame: border, corner: radius, from: option)
    let side = max(Double(isBeforeIcon ? edges.right : edges.left), radius)
    // An icon is as far from the texts as from the edge, and mako takes that distance from the width of the texts once more.
    let gap = isBelowIcon ? Double(edges.top) : isBeforeIcon ? 2 * side : side
    draft.set("icon_gap", to: .number(gap))
    if !isBelowIcon, !isBeforeIcon { draft.set("icon_end_gap", to: .number(side)) }
  }
}
