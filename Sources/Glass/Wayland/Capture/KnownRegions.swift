import Geometry

/// The regions of one output that the compositor is known to copy exactly, and the requests for them.
nonisolated struct KnownRegions {
  enum Request: Equatable {
    case region(CaptureRequest)
    case whole
    /// Capture the whole output, and probe which part of it this request copies.
    case unknown(CaptureRequest)
  }

  private var geometry: OutputGeometry?
  private var proven: [PixelRect: CaptureRequest] = [:]
  /// Whether the compositor mirrors the regions of outputs that are turned by a quarter, as far as is known.
  private var isMirrored = false
  /// The number of the panel's pixels by which requested regions are larger than wanted ones on each side.
  private var slack = 0
  private var misses = 0

  /// The request for `region` of the panel, in its pixels.
  mutating func request(for region: PixelRect, of geometry: OutputGeometry) -> Request {
    if geometry != self.geometry {
      self = KnownRegions()
      self.geometry = geometry
    }
    let wanted = region.outset(by: slack).intersection(PixelRect(geometry.mode))
    guard region != PixelRect(geometry.mode),
      let request = geometry.captureRequest(for: wanted, isMirrored: isMirrored)
    else { return .whole }
    // Without rotation and rounding, every compositor copies the right region.
    if geometry.transform == .normal, geometry.wholeScale != nil { return .region(request) }
    if let known = proven[region] { return .region(known) }
    // In a still or empty scene the copied region may never be found.
    return misses < Self.patience || misses % Self.patience == 0 ? .unknown(request) : .whole
  }

  private static let patience = 16

  /// Notes that `request`, made for `region`, copied the panel's pixels at `place`; nil: the place is
  /// unknown.
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
  /// The distance of the origins across plus that down, in pixels.
  nonisolated fileprivate func distance(to other: PixelRect) -> Int { abs(x - other.x) + abs(y - other.y) }
}
