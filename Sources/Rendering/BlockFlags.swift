import Measures

/// What un-blending told of each block of a surface, row by row.
///
/// Not bound to the main actor: closures that are would check that for every single block.
nonisolated struct BlockFlags {
  static let valid: UInt8 = 1
  /// The leak differs from what is known.
  static let new: UInt8 = 2

  let flags: [UInt8]
  let width: Int

  /// The share of valid blocks, 0 … 1.
  var validity: Double {
    var count = 0
    for flag in flags where flag & Self.valid != 0 { count += 1 }
    return Double(count) / Double(flags.count)
  }

  /// Around the blocks that are valid and new.
  var renewed: PixelRect { box { $0 & (Self.valid | Self.new) == Self.valid | Self.new } }

  /// Around the blocks that are not valid.
  var covered: PixelRect { box { $0 & Self.valid == 0 } }

  @inline(__always) private func box(where isMeant: (UInt8) -> Bool) -> PixelRect {
    var (left, right, top, bottom) = (width, 0, 0, 0)
    for row in 0..<flags.count / width {
      let start = row * width
      guard let first = (start..<start + width).first(where: { isMeant(flags[$0]) }),
        let last = (start..<start + width).last(where: { isMeant(flags[$0]) })
      else { continue }
      if bottom == 0 { top = row }
      bottom = row + 1
      left = min(left, first - start)
      right = max(right, last - start + 1)
    }
    return bottom == 0 ? .empty : PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
