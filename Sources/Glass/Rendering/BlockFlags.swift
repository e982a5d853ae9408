package import Geometry

/// The flags that un-blending sets for each block of a surface, row by row.
package struct BlockFlags {
  /// Nothing covers the block.
  package static let valid: UInt8 = 1
  /// The leak through the block differs from the known one.
  package static let new: UInt8 = 2
  /// All pixels of the block belong to other surfaces of ours.
  package static let absent: UInt8 = 4

  package let flags: [UInt8]
  package let width: Int
  /// Blocks from which nothing is taken, 255 each, and 0 for all others: those that are not valid, and those within
  /// `reach` of them, on which the shadow of whatever covers them may fall. Empty if every block is valid. Around covers
  /// that cast no shadow fewer are held; see `CoverHistory`.
  package let held: [UInt8]
  /// Held blocks whose last values are out of date, since the background beside them has changed: rows of blocks, from
  /// the surface's first.
  package let outdated: [PixelRect]

  /// The distance in blocks at which a window's shadow no longer matters: a shadow of σ 18 px is too faint to be told
  /// from the background up to about 27 px from its window.
  package static let reach = 8

  package init(flags: [UInt8], width: Int) {
    self.flags = flags
    self.width = width
    held = flags.allSatisfy { $0 & Self.valid != 0 } ? [] : Self.around(flags, width, reach: Self.reach)
    outdated = []
  }

  init(flags: [UInt8], width: Int, held: [UInt8], outdated: [PixelRect]) {
    (self.flags, self.width, self.held, self.outdated) = (flags, width, held, outdated)
  }

  /// Widens the blocks that are not valid by `reach`, first along the rows and then along the columns; those blocks are
  /// 255, and all others 0.
  static func around(_ flags: [UInt8], _ width: Int, reach: Int) -> [UInt8] {
    let height = flags.count / width
    var rows = [UInt8](repeating: 0, count: flags.count)
    for row in 0..<height {
      var next = row * width
      let end = next + width
      for index in row * width..<end where flags[index] & valid == 0 {
        next = max(next, index - reach)
        while next < min(index + reach + 1, end) {
          rows[next] = 255
          next += 1
        }
      }
    }
    var all = rows
    for row in 0..<height {
      for near in max(0, row - reach)..<min(height, row + reach + 1) where near != row {
        for column in 0..<width { all[row * width + column] |= rows[near * width + column] }
      }
    }
    return all
  }

  /// The share of valid blocks among those that belong to the surface, 0 … 1; 1 if none does.
  package var validity: Double {
    var (valid, all) = (0, 0)
    for flag in flags where flag & Self.absent == 0 {
      all += 1
      if flag & Self.valid != 0 { valid += 1 }
    }
    return all == 0 ? 1 : Double(valid) / Double(all)
  }

  /// The bounds of the blocks that are new and not held, in blocks from the surface's first.
  package var renewed: PixelRect {
    held.isEmpty ? box { flags[$0] & Self.new != 0 } : box { flags[$0] & Self.new != 0 && held[$0] == 0 }
  }

  @inline(__always) private func box(where isIncluded: (Int) -> Bool) -> PixelRect {
    var (left, right, top, bottom) = (width, 0, 0, 0)
    for row in 0..<flags.count / width {
      let start = row * width
      guard let first = (start..<start + width).first(where: isIncluded),
        let last = (start..<start + width).last(where: isIncluded)
      else { continue }
      if bottom == 0 { top = row }
      bottom = row + 1
      left = min(left, first - start)
      right = max(right, last - start + 1)
    }
    return bottom == 0 ? .empty : PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
