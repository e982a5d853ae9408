import Geometry
import HeadlessSession
import LiveGlass
import Loop
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Surfaces of glass that are given another size while they are shown.
  @Suite struct GrowthTests {
    /// A surface at an edge of the output that holds sheets of glass in a column, as banners lie in theirs.
    private final class Column {
      static let width = 360
      static let height = 71
      static let gap = 10

      let stage: GlassStage
      private let edge: SurfacePlacement.Edges
      private(set) var surface: LiveSurface!
      private var count = 1
      /// The distance of the last sheet from the place where it will rest.
      private var offset = Animated(0.0)

      init(at edge: SurfacePlacement.Edges, clock: ManualClock) throws {
        self.edge = edge
        stage = try GlassStage(clock: clock)
        var placement = SurfacePlacement(
          anchors: [edge, .right], width: Self.width, height: Self.height)
        placement.margins = .init(top: 14, right: 10, bottom: 14)
        surface = stage.output.open(placement, expecting: GlassStage.material) { [unowned self] in scene($0) }
      }

      /// The place where a sheet rests, on the surface.
      private func frame(of sheet: Int, in size: PixelSize) -> PixelRect {
        let y = sheet * (Self.height + Self.gap)
        return PixelRect(
          x: 0, y: edge == .top ? y : size.height - y - Self.height, width: size.width, height: Self.height)
      }

      private func scene(_ layout: LiveSurface.Layout) -> Scene {
        Scene(
          size: layout.size,
          nodes: (0..<count).map { sheet in
            let x = sheet == count - 1 ? Int(offset.value(at: layout.now)) : 0
            return .effect(
              EffectNode(
                frame: frame(of: sheet, in: layout.size).offset(x: x, y: 0), material: GlassStage.material,
                corners: Corners(18)))
          })
      }

      /// The part of the output that a sheet at rest covers wholly: what leaks at its antialiased corners is known by
      /// blocks of pixels only.
      func inside(of sheet: Int) -> PixelRect {
        let frame = frame(of: sheet, in: surface.frame.size).offset(x: surface.frame.x, y: surface.frame.y)
        return PixelRect(x: frame.x + 40, y: frame.y, width: frame.width - 80, height: frame.height)
      }

      /// Makes room for another sheet, and lets it slide in when it is known what lies behind.
      func add() {
        surface.onBackgroundKnown = { [unowned self] in
          surface.onBackgroundKnown = nil
          count += 1
          offset = Animated(Double(Self.width))
          var hasBegun = false
          surface.animate { [unowned self] now in
            if !hasBegun {
              offset.animate(to: 0, .curve(.easeOut, duration: .milliseconds(200)), now: now)
              hasBegun = true
            }
            return offset.isMoving(at: now)
          }
        }
        surface.placement.height += Self.height + Self.gap
      }

      /// Captures the output after each commit until there are `sheets` and the glass is proven; returns each picture
      /// with the number of sheets that rest in it.
      func pictures(until sheets: Int) throws -> [(resting: Int, picture: Bitmap)] {
        var pictures: [(resting: Int, picture: Bitmap)] = []
        var last = surface.commitCount
        try stage.run("\(sheets) sheets") {
          if self.surface.commitCount != last {
            last = self.surface.commitCount
            let moves = self.surface.phase == .frozen
            pictures.append((moves ? self.count - 1 : self.count, try self.stage.client.capture()))
          }
          return self.count == sheets && self.surface.phase == .watching && self.surface.isSettled
        }
        return pictures
      }
    }

    @Test(arguments: [SurfacePlacement.Edges.top, .bottom])
    func `sheets that rest are exact in every picture as others come`(edge: SurfacePlacement.Edges) throws {
      let column = try Column(at: edge, clock: ManualClock())
      defer { column.stage.stop() }
      _ = try column.stage.settle()
      for count in 2...3 {
        column.add()
        let pictures = try column.pictures(until: count)
        let last = try column.stage.settle()
        #expect(pictures.contains { $0.resting < count } && pictures.contains { $0.resting == count })
        for (index, (resting, picture)) in pictures.enumerated() {
          for sheet in 0..<resting {
            let place = column.inside(of: sheet)
            let difference = PictureDifference(
              picture.cropped(to: place), ReferencePicture(last.cropped(to: place)))
            #expect(
              difference.mean <= 0.1 && difference.max <= 2,
              "sheet \(sheet) in picture \(index) on the way to \(count): \(difference)")
          }
        }
      }
      for sheet in 0..<3 {
        let place = column.inside(of: sheet)
        let shown = try column.stage.client.capture(place)
        let difference = PictureDifference(shown, GlassStage.expected(in: place))
        #expect(difference.mean <= 1 && difference.max <= 4, "sheet \(sheet): \(difference)")
      }
      try column.stage.waitUntilNothingHappens()
    }
  }
}
