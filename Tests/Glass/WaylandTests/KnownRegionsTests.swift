import Geometry
import Testing

@testable import Wayland

@Suite struct KnownRegionsTests {
  private let region = PixelRect(x: 0, y: 0, width: 30, height: 600)

  private func geometry(_ transform: OutputTransform, _ scale: Double) -> OutputGeometry {
    OutputGeometry(mode: PixelSize(width: 800, height: 600), transform: transform, scale: scale)
  }

  /// The final request, with a compositor that copies the regions of `answer`.
  private func asked(
    _ known: inout KnownRegions, for region: PixelRect? = nil, _ geometry: OutputGeometry,
    _ answer: (CaptureRequest) -> PixelRect?
  ) -> KnownRegions.Request {
    let region = region ?? self.region
    for _ in 0..<100 {
      let request = known.request(for: region, of: geometry)
      guard case .unknown(let unknown) = request else { return request }
      known.learn(region, unknown, isAt: answer(unknown))
    }
    return known.request(for: region, of: geometry)
  }

  @Test func `at whole scales upright outputs need no proof`() {
    var known = KnownRegions()
    let request = CaptureRequest(
      logical: PixelRect(x: 0, y: 0, width: 15, height: 300), panel: region)
    #expect(known.request(for: region, of: geometry(.normal, 2)) == .region(request))
  }

  @Test func `the whole output is no region`() {
    var known = KnownRegions()
    let all = PixelRect(x: 0, y: 0, width: 800, height: 600)
    #expect(known.request(for: all, of: geometry(.normal, 1)) == .whole)
  }

  @Test func `what was seen to be right is asked for again`() {
    var known = KnownRegions()
    let geometry = geometry(.rotated90, 1)
    #expect(asked(&known, geometry) { $0.panel } == .region(geometry.captureRequest(for: region)!))
  }

  @Test func `regions that come mirrored are asked for mirrored`() {
    var known = KnownRegions()
    let geometry = geometry(.rotated270, 1)
    let mirrored = geometry.captureRequest(for: region, isMirrored: true)!
    let result = asked(&known, geometry) { request in
      geometry.copied(for: request.logical, isMirrored: true)
    }
    #expect(result == .region(mirrored))
  }

  @Test func `regions that come a pixel beside are asked for larger`() throws {
    var known = KnownRegions()
    let geometry = geometry(.rotated180, 1.5)
    let region = PixelRect(x: 91, y: 10, width: 30, height: 40)
    let result = asked(&known, for: region, geometry) { $0.panel.offset(x: 1, y: 0) }
    guard case .region(let request) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(request.panel.contains(region))
  }

  @Test func `where nothing can be told whole outputs are captured, and a look is taken now and then`() {
    var known = KnownRegions()
    let geometry = geometry(.flipped90, 1)
    var looks = 0
    for _ in 0..<64 {
      if case .unknown(let request) = known.request(for: region, of: geometry) {
        looks += 1
        known.learn(region, request, isAt: nil)
      } else {
        #expect(known.request(for: region, of: geometry) == .whole)
      }
    }
    #expect(looks == 17)
  }

  @Test func `another geometry begins anew`() {
    var known = KnownRegions()
    _ = asked(&known, geometry(.rotated90, 1)) { $0.panel }
    guard case .unknown = known.request(for: region, of: geometry(.rotated270, 1)) else {
      Issue.record("known before it was seen")
      return
    }
  }
}
