import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

@Suite(.serialized, .everyRenderer) struct SeveralSurfacesTests {
  private static let size = PixelSize(width: 210, height: 150)

  /// Two sheets lie in each other's margins, or side by side in the same blocks, of one or of two materials.
  @Test(arguments: [1.0, 2.0], [10, 2, 1, 0])
  func `neighbouring surfaces are un-blended before the background is blurred`(
    saturation: Double, distance: Int
  ) throws {
    let renderer = try OffScreen.renderer(output: Self.size) { _ in
      TextBitmap(size: PixelSize(width: 1, height: 1), coverage: [0])
    }
    defer { renderer.destroy() }
    let frames = [
      PixelRect(x: 0, y: 0, width: 210, height: 30),
      PixelRect(x: 12, y: 30 + distance, width: 121, height: 37),
    ]
    let glasses = frames.enumerated().map { index, frame in
      Glass(
        frame: frame, scale: 1, leak: .standard,
        material: Material(
          name: "\(index)", isDark: true, blurRadius: 12,
          chain: ColourChain(saturation: index == 0 ? 1 : saturation, brightness: -0.2)))
    }
    var output = SimulatedOutput(background: TestPictures.desktop(Self.size))
    for (index, glass) in glasses.enumerated() {
      try renderer.openSurface(SurfaceID(index), window: nil, glass: glass)
    }
    let whole = PixelRect(Self.size)
    try output.hand(whole) { try renderer.setBackground(.frame($0)) }
    try draw(renderer, glasses, &output)
    let known = try (0..<2).map { try renderer.snapshot(SurfaceID($0)) }
    for _ in 0..<3 {
      let told = try output.hand(renderer.captureRegion) {
        try renderer.absorb($0, damage: whole, isTrial: false)
      }
      #expect(told.validity == [SurfaceID(0): 1, SurfaceID(1): 1])
      if !told.hasMoved { break }
      try draw(renderer, glasses, &output)
    }
    // Another capture changes nothing.
    let last = try output.hand(renderer.captureRegion) {
      try renderer.absorb($0, damage: whole, isTrial: false)
    }
    #expect(!last.hasMoved)
    for index in 0..<2 {
      let difference = PictureDifference(
        try renderer.snapshot(SurfaceID(index)), ReferencePicture(known[index]))
      #expect(difference.max <= 3 && difference.mean <= 0.5, "\(index): \(difference)")
    }
    let context = (renderer as? GLESOutputRenderer)?.backend.context
    let count = context?.liveObjectCount
    try renderer.openSurface(SurfaceID(2), window: nil, glass: glasses[0])
    renderer.closeSurface(SurfaceID(2))
    #expect(context?.liveObjectCount == count)
  }

  /// The sheet that opens has pixels in blocks that were measured through the other one alone.
  @Test func `a surface is still measured where another one opens in its blocks`() throws {
    let renderer = try OffScreen.renderer(output: Self.size)
    defer { renderer.destroy() }
    let glasses = [
      PixelRect(x: 0, y: 0, width: 210, height: 30), PixelRect(x: 12, y: 30, width: 121, height: 37),
    ].map { frame in
      Glass(
        frame: frame, scale: 1, leak: .standard,
        material: Material(
          name: "test", isDark: true, blurRadius: 12, chain: ColourChain(saturation: 1, brightness: -0.2)))
    }
    var output = SimulatedOutput(background: TestPictures.desktop(Self.size))
    let whole = PixelRect(Self.size)
    var known: [ReferencePicture] = []
    for first in [1, 0] {
      try renderer.openSurface(SurfaceID(first), window: nil, glass: glasses[first])
      if first == 1 { try output.hand(whole) { try renderer.setBackground(.frame($0)) } }
      for _ in 0..<3 {
        output.surfaces = try (first..<2).map { index in
          let scene = Scene(
            size: glasses[index].frame.size, material: glasses[index].panes[0].material, legibility: .off)
          _ = try renderer.draw(SurfaceID(index), scene)
          let content = try #require(renderer.submitted(SurfaceID(index)))
          return .init(frame: glasses[index].frame, leak: glasses[index].leak, content: content)
        }
        let told = try output.hand(renderer.captureRegion) {
          try renderer.absorb($0, damage: whole, isTrial: false)
        }
        #expect(told.validity.count == 2 - first && told.validity.values.allSatisfy { $0 == 1 }, "\(told)")
      }
      known.append(ReferencePicture(try renderer.snapshot(SurfaceID(1))))
    }
    let difference = PictureDifference(try renderer.snapshot(SurfaceID(1)), known[0])
    #expect(difference.max <= 3 && difference.mean <= 0.5, "\(difference)")
  }

  /// A sheet with a shadow lies over a strip; both are live, while the background changes.
  @Test func `two that overlap are both measured, and each pixel is shown by one`() throws {
    let renderer = try OffScreen.renderer(output: Self.size)
    let material = Material(
      name: "test", isDark: true, blurRadius: 12, chain: ColourChain(saturation: 1, brightness: -0.1))
    let frames = [
      PixelRect(x: 0, y: 0, width: 210, height: 61), PixelRect(x: 43, y: 18, width: 131, height: 105),
    ]
    let sheet = EffectNode(
      frame: PixelRect(x: 14, y: 14, width: 103, height: 77), material: material, legibility: .off,
      corners: Corners(18), shadows: [Shadow(sigma: 4, offsetY: 2, colour: [0, 0, 0, 0.3])])
    var scenes = [
      Scene(size: frames[0].size, material: material, legibility: .off),
      Scene(size: frames[1].size, nodes: [.effect(sheet)]),
    ]
    let overlaps = SurfaceStack(
      (0..<2).map { .init(id: SurfaceID($0), frame: frames[$0], scene: scenes[$0], isLive: true) }
    ).overlaps()
    scenes[0].nodes += try #require(overlaps[SurfaceID(0)]?.shadows)
    let glasses = (0..<2).map { index in
      Glass(
        frame: frames[index], scale: 1, leak: .standard, panes: scenes[index].panes,
        mask: overlaps[SurfaceID(index)]?.mask)
    }
    let coverages = glasses.map(\.coverage)
    var output = SimulatedOutput(background: TestPictures.desktop(Self.size))
    for index in 0..<2 { try renderer.openSurface(SurfaceID(index), window: nil, glass: glasses[index]) }
    let whole = PixelRect(Self.size)
    try output.hand(whole) { try renderer.setBackground(.frame($0)) }
    func draw() throws -> Bool {
      var isDrawn = false
      for index in 0..<2 where try renderer.draw(SurfaceID(index), scenes[index]) { isDrawn = true }
      output.surfaces = try (0..<2).map { index in
        SimulatedOutput.Surface(
          frame: frames[index], leak: .standard, content: try #require(renderer.submitted(SurfaceID(index))),
          coverage: coverages[index])
      }
      return isDrawn
    }
    _ = try draw()
    for seed in 0..<3 {
      if seed > 0 { output.background = TestPictures.photo(Self.size, seed: UInt64(seed)) }
      for _ in 0..<4 {
        let told = try output.hand(renderer.captureRegion) {
          try renderer.absorb($0, damage: whole, isTrial: false)
        }
        #expect(told.validity == [SurfaceID(0): 1, SurfaceID(1): 1])
        if try !draw() { break }
      }
      let last = try output.hand(renderer.captureRegion) {
        try renderer.absorb($0, damage: whole, isTrial: false)
      }
      #expect(!last.hasMoved)
      let glass = ReferenceGlass(chain: material.chain, sigma: 12, leak: .standard)
      let wanted = glass.shown(over: ReferencePicture(output.background))
      let shown = output.shown(whole)
      let shade = Shadow(sigma: 4, offsetY: 2, colour: .zero).extent(of: sheet.frame.offset(x: 43, y: 18))
      var (worst, sum, count) = (0.0, 0.0, 0.0)
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let (column, row) = (x - 43, y - 18)
          let isUpper = sheet.frame.contains(PixelRect(x: column, y: row, width: 1, height: 1))
          // The shadow is drawn there, or pixels are antialiased and known by blocks only.
          if isUpper ? coverages[1].coverage(x: column, y: row) < 255 : y >= 61 { continue }
          if !isUpper, shade.contains(PixelRect(x: x, y: y, width: 1, height: 1)) { continue }
          for channel in 0..<3 {
            let index = y * Self.size.width + x
            let off = abs(Double(shown.bytes[index * 4 + channel]) - wanted.planes[channel][index])
            worst = max(worst, off)
            sum += off
            count += 1
          }
        }
      }
      #expect(worst <= 5 && sum / count <= 0.6, "\(seed): max \(worst), mean \(sum / count)")
      // The snapshot of a surface shows the other one where the surface is cut out.
      let strip = PictureDifference(
        try renderer.snapshot(SurfaceID(0)), ReferencePicture(output.shown(frames[0])))
      #expect(strip.mean <= 0.5, "\(strip)")
    }
    renderer.destroy()
  }

  /// The capture shows the frozen sheet where the other surface, which is live, has no glass.
  @Test func `the background behind frozen glass stays as it was over a transparent part of another surface`()
    throws
  {
    let renderer = try OffScreen.renderer(output: Self.size)
    defer { renderer.destroy() }
    let material = Material(
      name: "test", isDark: true, blurRadius: 12, chain: ColourChain(saturation: 1, brightness: -0.1))
    let frames = [
      PixelRect(x: 0, y: 0, width: 210, height: 150), PixelRect(x: 43, y: 18, width: 131, height: 61),
    ]
    let sheet = EffectNode(
      frame: PixelRect(x: 10, y: 100, width: 190, height: 40), material: material, legibility: .off)
    let scenes = [
      Scene(size: frames[0].size, nodes: [.effect(sheet)]),
      Scene(size: frames[1].size, material: material, legibility: .off),
    ]
    let overlaps = SurfaceStack(
      (0..<2).map { .init(id: SurfaceID($0), frame: frames[$0], scene: scenes[$0], isLive: $0 == 0) }
    ).overlaps()
    let glasses = (0..<2).map { index in
      Glass(
        frame: frames[index], scale: 1, leak: .standard, panes: scenes[index].panes, isFrozen: index == 1,
        mask: overlaps[SurfaceID(index)]?.mask)
    }
    var output = SimulatedOutput(background: TestPictures.desktop(Self.size))
    for index in 0..<2 { try renderer.openSurface(SurfaceID(index), window: nil, glass: glasses[index]) }
    let whole = PixelRect(Self.size)
    try output.hand(whole) { try renderer.setBackground(.frame($0)) }
    func draw() throws {
      output.surfaces = try (0..<2).map { index in
        _ = try renderer.draw(SurfaceID(index), scenes[index])
        return SimulatedOutput.Surface(
          frame: frames[index], leak: index == 0 ? .standard : .opaque,
          content: try #require(renderer.submitted(SurfaceID(index))),
          coverage: index == 0 ? glasses[0].coverage : nil)
      }
    }
    try draw()
    let first = output.shown(frames[1])
    for _ in 0..<4 {
      _ = try output.hand(renderer.captureRegion) {
        try renderer.absorb($0, damage: whole, isTrial: false)
      }
      try draw()
    }
    let difference = PictureDifference(output.shown(frames[1]), ReferencePicture(first))
    #expect(difference.max <= 3 && difference.mean <= 0.5, "\(difference)")
  }

  private func draw(
    _ renderer: any InspectedRenderer, _ glasses: [Glass], _ output: inout SimulatedOutput
  ) throws {
    output.surfaces = try glasses.enumerated().map { index, glass in
      _ = try renderer.draw(
        SurfaceID(index), Scene(size: glass.frame.size, material: glass.panes[0].material, legibility: .off))
      let content = try #require(renderer.submitted(SurfaceID(index)))
      return SimulatedOutput.Surface(frame: glass.frame, leak: glass.leak, content: content)
    }
  }
}

extension SimulatedOutput {
  /// Calls `body` with a capture of `region`.
  func hand<Result>(
    _ region: PixelRect, _ body: (CapturedPixels) throws -> Result
  ) rethrows -> Result {
    let bytes = capture(region)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe body(
        CapturedPixels(
          bytes: $0, region: region, stride: region.width * 4, format: .bgrx, isYInverted: false))
    }
  }
}
