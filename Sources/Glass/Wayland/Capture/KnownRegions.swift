import Geometry

/// Which regions of one output's geometry the compositor is known to copy, and how to ask for them.
nonisolated struct KnownRegions {
  enum Request: Equatable {
    case region(CaptureRequest)
    case whole
    /// The whole output, and a look at what comes of this.
    case unknown(CaptureRequest)
  }

  private var geometry: OutputGeometry?
  private var proven: [PixelRect: CaptureRequest] = [:]
  /// Quarter turns are mirrored, as far as is known.
  private var isMirrored = false
  /// By how many of the panel's pixels more is asked for than is wanted.
  private var slack = 0
  private var misses = 0

  init() {}

  /// How to get `region` of the panel.
  mutating func request(for region: PixelRect, of geometry: OutputGeometry) -> Request {
    if geometry != self.geometry {
      self = KnownRegions()
      self.geometry = geometry
    }
    let wanted = region.outset(by: slack).intersection(PixelRect(geometry.mode))
    guard region != PixelRect(geometry.mode),
      let request = geometry.captureRequest(for: wanted, isMirrored: isMirrored)
    else { return .whole }
    // Nothing to turn and nothing to round: right everywhere.
    if geometry.transform == .normal, geometry.wholeScale != nil { return .region(request) }
    if let known = proven[region] { return .region(known) }
    // A still or empty scene may never tell.
    return misses < Self.patience || misses % Self.patience == 0 ? .unknown(request) : .whole
  }

  private static let patience = 16

  /// `request`, made for `region`, gave what lies at `place` of the panel; nil: that cannot be said.
  mutating func learn(_ region: PixelRect, _ request: CaptureRequest, isAt place: PixelRect?) {
    if let place, place.contains(region) {
      proven[region] = CaptureRequest(logical: request.logical, panel: place)
      misses = 0
      return
    }
    misses += 1
    guard let geometry, let place else { return }
    let distances = [false, true].map { isMirrored in
      geometry.copied(for: request.logical, isMirrored: isMirrored).distance(to: place)
    }
    if (distances[1] < distances[0]) != isMirrored {
      isMirrored.toggle()
    } else {
      slack = min(2, slack + 1)
    }
  }
}

extension PixelRect {
  /// How far their origins are apart.
  nonisolated fileprivate func distance(to other: PixelRect) -> Int { abs(x - other.x) + abs(y - other.y) }
}
