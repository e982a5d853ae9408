import Geometry
import Scenes
import Testing
import Views

@testable import BarUI

struct PopupDrawingTests {
  private let start = Instant(sinceOrigin: .zero)
  private let place = PopupDrawing.Place(
    surface: PixelRect(x: 100, y: 40, width: 120, height: 100),
    parent: PixelRect(x: 0, y: 0, width: 400, height: 32),
    opener: PixelRect(x: 0, y: 0, width: 400, height: 32), scale: 2)
  /// A part of the parent that ends beside the middle of the popup's surface.
  private let anchor = LogicalRect(x: 70, y: 0, width: 20, height: 16)

  /// A scene of one sheet.
  private let scene = Scene(
    size: PixelSize(width: 120, height: 100),
    nodes: [.effect(EffectNode(frame: PixelRect(x: 10, y: 20, width: 100, height: 60), material: nil))])

  /// Returns the frame of `scene` that is drawn at `now`, without input.
  private func frame(_ drawing: inout PopupDrawing, at place: PopupDrawing.Place?, now: Instant) -> Scene {
    drawing.frame(
      of: scene, Interaction(), under: nil, isAnimated: true, at: place, scale: 2, now: now)
  }

  @Test func `a popup springs from the part that has opened it, once it has a place`() {
    var drawing = PopupDrawing(PopupMotion(), from: anchor, at: .bottom)
    #expect(drawing.isMoving(at: start))
    let without = frame(&drawing, at: nil, now: start)
    #expect(without == scene)
    // The part lies from 140 to 180 on the parent, at 40 to 80 of the popup's surface, and above it.
    let part = LogicalRect(x: 40, y: -40, width: 40, height: 32)
    let first = frame(&drawing, at: place, now: start)
    #expect(
      first == scene.withContent(opacity: PopupMotion.firstOpacity).scaled(by: 0.94, towards: part))
  }

  @Test func `frames follow until the glass rests and the input is drawn`() {
    var drawing = PopupDrawing(PopupMotion(), from: anchor, at: .bottom)
    let end = start + .seconds(2)
    let follow = [start, end].map { drawing.begin(Interaction(), now: $0) }
    let last = frame(&drawing, at: place, now: end)
    #expect(follow == [true, false] && !drawing.isMoving(at: end) && last == scene)
  }

  @Test func `glass that has become higher unfolds at the side on which it has grown`() {
    let (low, high) = (
      PixelRect(x: 10, y: 20, width: 100, height: 30), PixelRect(x: 10, y: 20, width: 100, height: 60)
    )
    /// The first frame after the glass of a popup has changed from `former`; nil: it does not unfold.
    func unfolded(from former: PixelRect, to glass: PixelRect) -> Scene? {
      var drawing = PopupDrawing(.none, from: anchor, at: .bottom)
      guard drawing.unfold(from: former, to: glass, now: start) else { return nil }
      // Glass that unfolds already goes on as it does.
      return drawing.unfold(from: former, to: glass, now: start)
        ? nil : frame(&drawing, at: place, now: start)
    }
    #expect(unfolded(from: high, to: low) == nil)
    #expect(unfolded(from: low, to: high) == scene.unfolded(0.5, away: .bottom))
    #expect(unfolded(from: low.offset(x: 0, y: 30), to: high) == scene.unfolded(0.5, away: .top))
  }

  @Test func `a popup that closes shrinks, and shows nothing in another size`() {
    let drawing = PopupDrawing(.none, from: anchor, at: .bottom)
    let frames = drawing.closing(scene, by: .closing, at: place)
    #expect(frames(scene.size, start) == scene)
    let part = LogicalRect(x: 40, y: -40, width: 40, height: 32)
    #expect(frames(scene.size, start + .seconds(1)) == scene.scaled(by: 0.97, towards: part))
    let other = PixelSize(width: 60, height: 50)
    #expect(frames(other, start) == Scene(size: other, nodes: []))
    #expect(drawing.closing(scene, by: .none, at: place)(scene.size, start + .seconds(1)) == scene)
  }
}
