import Geometry

/// Finds out which of the things that cover a surface cast no shadow, as a pointer that the compositor draws.
///
/// When such a cover comes, the blocks beside it stay exactly as they were, while a shadow darkens what the glass shows
/// and so changes the leak that is measured. From then on the background beside the cover is taken, and only the blocks
/// next to it are held. A window that fades in may show its shadow later. That changes blocks near to it alone, while
/// another background changes blocks elsewhere, too.
struct CoverHistory {
  /// A cover that was seen to cast no shadow.
  private struct Bare {
    /// The blocks on which it was seen first; it may differ from them by one block.
    var place: Cover
    /// The size that it had when it was seen first, in blocks.
    var size: PixelSize
  }

  /// The distance in blocks up to which a cover without a shadow touches pixels, by the soft edge of its picture.
  private static let edge = 1
  /// The greatest number of covers that are told apart.
  private static let most = 16
  /// The least number of unchanged blocks near a cover that show that it has no shadow.
  private static let evidence = 8

  private var bare: [Bare] = []
  /// The blocks that were held last; what leaked through them may be out of date.
  private var held: [UInt8] = []

  /// Judges what covers the surface in its capture, of which `measured` blocks are new, and returns the flags with the
  /// blocks that are held.
  ///
  /// `glass` are the blocks that glass covers wholly. Rectangles are in blocks from the surface's first.
  mutating func judge(_ flags: BlockFlags, measured: PixelRect, glass: [PixelRect]) -> BlockFlags {
    let covers = flags.held.isEmpty ? [] : Cover.all(in: flags, most: Self.most)
    guard !covers.isEmpty else {
      (bare, held) = ([], flags.held)
      return flags
    }
    let beside = Beside(flags, measured: measured, glass: glass, formerlyHeld: held)
    var free = bare.filter { former in !covers.contains { $0.lies(on: former.place) } }
    var found: [(cover: Cover, bare: Bare, isChanging: Bool)] = []
    for cover in covers {
      let changes = beside.changes(around: cover)
      if changes > 4 * beside.farChanges { continue }
      // On black a shadow hides what leaks, so that it seems to be a part of its cover until the background is brighter.
      var known = bare.first { cover.lies(on: $0.place) && $0.place.lies(on: cover) }
      if known == nil, let index = free.firstIndex(where: { cover.bounds.fits($0.size) }) {
        known = Bare(place: cover, size: free.remove(at: index).size)
      }
      if known == nil, changes == 0, beside.evidence(around: cover) >= Self.evidence {
        known = Bare(place: cover, size: cover.bounds.size)
      }
      if let known { found.append((cover, known, changes > 0)) }
    }
    bare = found.map(\.bare)
    let result =
      found.isEmpty
      ? flags : beside.holding(found.map(\.cover), isOutdated: found.contains(where: \.isChanging), Self.edge)
    held = result.held
    return result
  }

  /// The blocks beside covers.
  private struct Beside {
    private let flags: BlockFlags
    /// Blocks whose leak tells whether the background has changed: glass shows what is above it, and nothing did when
    /// they were measured before.
    private let isTelling: [Bool]
    private let isGlass: [Bool]
    private let measured: PixelRect
    /// The number of changed blocks that no shadow can reach.
    private(set) var farChanges = 0

    init(_ flags: BlockFlags, measured: PixelRect, glass: [PixelRect], formerlyHeld: [UInt8]) {
      (self.flags, self.measured) = (flags, measured)
      var isGlass = [Bool](repeating: false, count: flags.flags.count)
      for rect in glass { for index in rect.indices(inRowsOf: flags.width) { isGlass[index] = true } }
      self.isGlass = isGlass
      isTelling = flags.flags.indices.map { index in
        isGlass[index] && flags.flags[index] & (BlockFlags.valid | BlockFlags.absent) == BlockFlags.valid
          && (formerlyHeld.isEmpty || formerlyHeld[index] == 0)
      }
      farChanges = measured.indices(inRowsOf: flags.width)
        .count(where: { flags.held[$0] == 0 && isChanged($0) })
    }

    private func isChanged(_ index: Int) -> Bool {
      isTelling[index] && flags.flags[index] & BlockFlags.new != 0
    }

    /// The number of blocks that have changed and on which a shadow of `cover` may fall.
    func changes(around cover: Cover) -> Int {
      ring(around: cover, to: BlockFlags.reach)
        .count(where: { isChanged($0) && measured.contains(x: $0 % flags.width, y: $0 / flags.width) })
    }

    /// The number of blocks near `cover` that a shadow would change.
    func evidence(around cover: Cover) -> Int {
      ring(around: cover, to: BlockFlags.reach / 2).count(where: { isTelling[$0] })
    }

    /// The flags if only the blocks next to `bare` covers are held, but all around other covers. Blocks without glass,
    /// where a cover is not told from the background, are held around each cover. The values of blocks that only `bare`
    /// covers hold are out of date if `isOutdated`, except where other surfaces of ours measure them.
    func holding(_ bare: [Cover], isOutdated: Bool, _ edge: Int) -> BlockFlags {
      var others = flags.flags
      var own = [UInt8](repeating: BlockFlags.valid, count: others.count)
      for cover in bare {
        cover.forEachBlock { index in
          others[index] |= BlockFlags.valid
          own[index] = 0
        }
      }
      let width = flags.width
      let near = BlockFlags.around(own, width, reach: edge)
      let far = BlockFlags.around(own, width, reach: BlockFlags.reach)
      let shadowed = BlockFlags.around(others, width, reach: BlockFlags.reach)
      let held = others.indices.map { shadowed[$0] | near[$0] | (isGlass[$0] ? 0 : far[$0]) }
      let outdated =
        isOutdated
        ? rows { held[$0] != 0 && shadowed[$0] == 0 && flags.flags[$0] & BlockFlags.absent == 0 } : []
      return BlockFlags(flags: flags.flags, width: width, held: held, outdated: outdated)
    }

    /// The runs of blocks in each row for which `isIncluded` is true.
    private func rows(where isIncluded: (Int) -> Bool) -> [PixelRect] {
      var runs: [PixelRect] = []
      for index in flags.flags.indices where isIncluded(index) {
        let (x, y) = (index % flags.width, index / flags.width)
        if let last = runs.indices.last, runs[last].y == y, runs[last].maxX == x {
          runs[last].width += 1
        } else {
          runs.append(PixelRect(x: x, y: y, width: 1, height: 1))
        }
      }
      return runs
    }

    /// The blocks at most `distance` from the bounds of `cover`, without its own and those that its edge touches.
    private func ring(around cover: Cover, to distance: Int) -> [Int] {
      let all = PixelRect(x: 0, y: 0, width: flags.width, height: flags.flags.count / flags.width)
      let inner = cover.bounds.outset(by: CoverHistory.edge)
      return cover.bounds.outset(by: distance).intersection(all).subtracting([inner])
        .flatMap { $0.indices(inRowsOf: flags.width) }
    }
  }
}

/// Blocks that touch one another, also at corners, and are not valid.
private struct Cover {
  /// The number of blocks in a row of the surface.
  private let width: Int
  /// The smallest rectangle with all blocks.
  let bounds: PixelRect
  /// Whether each block of `bounds`, row by row, belongs to the cover.
  private var isOwn: [Bool]

  /// The covers of a surface, from its first block on; none if there are more than `most`.
  static func all(in flags: BlockFlags, most: Int) -> [Cover] {
    var rest = flags.flags.map { $0 & BlockFlags.valid == 0 }
    var covers: [Cover] = []
    var next = 0
    while let first = rest[next...].firstIndex(of: true) {
      if covers.count == most { return [] }
      covers.append(Cover(from: first, taking: &rest, width: flags.width))
      next = first + 1
    }
    return covers
  }

  /// Makes the cover of the blocks that `first` touches, directly or through others, and takes them from `rest`, which tells whether
  /// each block of the surface is left.
  private init(from first: Int, taking rest: inout [Bool], width: Int) {
    self.width = width
    let height = rest.count / width
    var (open, blocks) = ([first], [Int]())
    var (left, right, top, bottom) = (width, 0, height, 0)
    rest[first] = false
    while let index = open.popLast() {
      blocks.append(index)
      let (x, y) = (index % width, index / width)
      (left, right, top, bottom) = (min(left, x), max(right, x + 1), min(top, y), max(bottom, y + 1))
      for row in max(0, y - 1)..<min(height, y + 2) {
        for other in row * width + max(0, x - 1)..<row * width + min(width, x + 2) where rest[other] {
          rest[other] = false
          open.append(other)
        }
      }
    }
    bounds = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    isOwn = [Bool](repeating: false, count: bounds.area)
    for index in blocks { isOwn[place(index % width, index / width)] = true }
  }

  /// The place of a block in `isOwn`.
  private func place(_ x: Int, _ y: Int) -> Int { (y - bounds.y) * bounds.width + x - bounds.x }

  /// Calls `body` with the index of each block.
  func forEachBlock(_ body: (Int) -> Void) {
    for y in bounds.y..<bounds.maxY {
      for x in bounds.x..<bounds.maxX where isOwn[place(x, y)] { body(y * width + x) }
    }
  }

  /// Whether each block lies on one of `other`, or next to one.
  func lies(on other: Cover) -> Bool {
    for y in bounds.y..<bounds.maxY {
      for x in bounds.x..<bounds.maxX where isOwn[place(x, y)] && !other.hasBlock(near: x, y) { return false }
    }
    return true
  }

  /// Whether a block, or one next to it, belongs to the cover.
  private func hasBlock(near x: Int, _ y: Int) -> Bool {
    let near = PixelRect(x: x, y: y, width: 1, height: 1)
    if bounds.contains(near), isOwn[place(x, y)] { return true }
    let around = near.outset(by: 1).intersection(bounds)
    for row in around.y..<around.maxY {
      for column in around.x..<around.maxX where isOwn[place(column, row)] { return true }
    }
    return false
  }
}

extension PixelRect {
  /// Whether the rectangle differs from `size` by two blocks at most: by one at each edge.
  fileprivate func fits(_ size: PixelSize) -> Bool {
    abs(width - size.width) <= 2 && abs(height - size.height) <= 2
  }
}
