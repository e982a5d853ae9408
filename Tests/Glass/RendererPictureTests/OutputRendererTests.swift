import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering

@Suite(.serialized, .everyRenderer) struct OutputRendererTests {
  static let size = PixelSize(width: 210, height: 150)

  @Test func `a still scene stops being redrawn and is shown as wanted`() throws {
    let stage = try LiveStage.bar()
    // The same background is measured through the glass, only less exactly.
    #expect(try stage.absorb().validity[stage.id] == 1)
    #expect(try stage.settle() != nil)
    #expect(try !stage.draw())
    #expect(try stage.snapshot() == stage.shown)
  }

  @Test(arguments: [
    (PixelRect(x: 0, y: 0, width: 210, height: 32), CaptureFormat.bgrx, false),
    (PixelRect(x: 13, y: 7, width: 101, height: 45), .rgbx, true),
    (PixelRect(x: 160, y: 101, width: 50, height: 49), .bgrx, true),
  ])
  func `the estimate through the glass equals the background`(
    frame: PixelRect, format: CaptureFormat, isYInverted: Bool
  ) throws {
    let stage = try LiveStage.bar(frame: frame)
    (stage.format, stage.isYInverted) = (format, isYInverted)
    let known = try stage.snapshot()
    #expect(try stage.settle() != nil)
    let difference = PictureDifference(try stage.snapshot(), ReferencePicture(known))
    // The scheme allows 1.4 at this sigma; the rest is two roundings.
    #expect(difference.max <= 3 && difference.mean <= 0.5, "\(difference)")
  }

  @Test(arguments: OutputTransform.allCases, [false, true])
  func `captures of turned panels are read upright`(transform: OutputTransform, isYInverted: Bool) throws {
    let frame = PixelRect(x: 13, y: 7, width: 101, height: 45)
    let (upright, turned) = (try LiveStage.bar(frame: frame), try LiveStage.bar(frame: frame))
    (turned.transform, turned.isYInverted) = (transform, isYInverted)
    for stage in [upright, turned] {
      #expect(try stage.settle() != nil)
      stage.output.background.fill(PixelRect(x: 60, y: 20, width: 17, height: 30), [0.98, 0.08, 0.35])
      try stage.absorb(PixelRect(x: 55, y: 15, width: 30, height: 40))
      try stage.draw()
    }
    #expect(try turned.snapshot() == upright.snapshot())
  }

  @Test func `partial damage equals a complete redraw`() throws {
    let (partial, complete) = (try LiveStage.bar(sigma: 8), try LiveStage.bar(sigma: 8))
    let changed = PixelRect(x: 90, y: 20, width: 17, height: 30)
    for stage in [partial, complete] {
      #expect(try stage.settle() != nil)
      stage.output.background.fill(changed, [0.98, 0.08, 0.35])
    }
    #expect(try partial.absorb(changed).hasMoved)
    #expect(try complete.absorb().hasMoved)
    try partial.draw()
    try complete.draw()
    #expect(try partial.snapshot() == complete.snapshot())
    let fresh = try LiveStage.bar(sigma: 8, background: complete.output.background)
    #expect(try fresh.settle() != nil)
    #expect(try fresh.snapshot() == partial.snapshot())
  }

  @Test func `text drawn without its background looks the same as a complete redraw`() throws {
    let text = StyledText(string: "12:34", font: "Sans 11", scale: 1, maxWidth: nil)
    let items = [
      TextNode(frame: PixelRect(x: 41, y: 9, width: 20, height: 10), text: text, ink: .vibrant(.label)),
      TextNode(frame: PixelRect(x: 55, y: 12, width: 20, height: 10), text: text, ink: .vibrant(.label)),
    ]
    let (alone, whole) = (try LiveStage.bar(), try LiveStage.bar(items: items))
    alone.items = items
    #expect(try alone.draw())
    #expect(try !alone.draw())
    #expect(try alone.snapshot() == whole.snapshot())
    alone.items = []
    try alone.draw()
    whole.items = []
    try whole.reopen()
    #expect(try alone.snapshot() == whole.snapshot())
  }

  @Test func `covered blocks keep their last value`() throws {
    let stage = try LiveStage.bar()
    #expect(try stage.settle() != nil)
    let before = try stage.snapshot()
    let cover = PixelRect(x: 50, y: 3, width: 40, height: 21)
    stage.output.occluders = [(cover, TestPictures.flat(cover.size, [0.8, 0.1, 0.1]))]
    let covered = try stage.absorb()
    #expect(!covered.hasMoved)
    #expect(try #require(covered.validity[stage.id]) < 0.85)
    #expect(try !stage.draw())
    stage.output.occluders = []
    #expect(try !stage.absorb().hasMoved)
    #expect(try stage.snapshot() == before)
  }

  @Test func `a change of the tolerance judges all blocks again, not only damaged ones`() throws {
    let stage = try LiveStage.bar(background: TestPictures.flat(Self.size, [0.5, 0.5, 0.5]))
    #expect(try stage.settle() != nil)
    // A leak of 6/255 through one pixel of each block is 1/255 more than the model permits.
    let cover = PixelRect(x: 40, y: 0, width: 120, height: 32)
    var picture = stage.output.shown(cover)
    let submitted = try #require(stage.renderer.submitted(stage.id)).cropped(to: cover)
    for y in stride(from: 0, to: cover.height, by: 4) {
      for x in stride(from: 0, to: cover.width, by: 4) {
        let pixel = (y * cover.width + x) * 4
        picture.bytes[pixel] = submitted.bytes[pixel] + 6
      }
    }
    stage.output.occluders = [(cover, picture)]
    let covered = try stage.absorb()
    #expect(try #require(covered.validity[stage.id]) < 0.85)
    stage.renderer.tolerance = 1
    #expect(try stage.absorb(PixelRect(x: 0, y: 0, width: 4, height: 4)).validity[stage.id] == 1)
  }

  @Test func `a trial measurement reports its disagreement and changes no estimate`() throws {
    let stage = try LiveStage.bar()
    let right = try stage.absorb(isTrial: true)
    #expect(right.validity[stage.id] == 1 && !right.hasMoved)
    #expect(right.meanDisagreement < 4)
    stage.output.background.fill(PixelRect(Self.size), [0, 1, 0])
    let wrong = try stage.absorb(isTrial: true)
    #expect(wrong.meanDisagreement > 40)
    #expect(try !stage.draw())
  }

  @Test func `opaque glass shows the material over a colour or a picture`() throws {
    let stage = try LiveStage.bar(leak: .opaque)
    #expect(stage.renderer.captureRegion.isEmpty)
    let colour = SIMD3(0.25, 0.5, 0.75)
    try stage.renderer.setBackground(.colour(colour))
    try stage.draw()
    let wanted = ReferencePicture(
      size: stage.glass.frame.size, colour: stage.glass.panes[0].material.chain.apply(colour))
    #expect(PictureDifference(try stage.snapshot(), wanted).max <= 1)
    let picture = TestPictures.photo(Self.size)
    try stage.renderer.setBackground(.picture(picture))
    try stage.draw()
    let preview = try OffScreen.preview()
      .picture(picture, through: stage.glass.panes[0].material, scale: 1, legibility: .off)
    let expected = ReferencePicture(preview.cropped(to: stage.glass.frame))
    #expect(PictureDifference(try stage.snapshot(), expected).max <= 1)
  }

  @Test func `the background that a surface grows over is guessed until a capture shows it`() throws {
    let background = Bitmap(
      size: PixelSize(width: 120, height: 300), bytes: Array(repeating: 200, count: 120 * 300 * 4))
    let stage = try LiveStage.bar(
      frame: PixelRect(x: 20, y: 8, width: 80, height: 24), sigma: 6, background: background)
    #expect(try stage.settle() != nil)
    let known = try stage.snapshot()
    let frame = PixelRect(x: 20, y: 8, width: 80, height: 280)
    try stage.restyle(
      Glass(frame: frame, scale: 1, leak: stage.glass.leak, material: stage.glass.panes[0].material))
    // The place is farther away than the blur of the known background reaches.
    let grown = try stage.snapshot().cropped(to: PixelRect(x: 0, y: 240, width: 80, height: 24))
    let difference = PictureDifference(grown, ReferencePicture(known))
    #expect(difference.max <= 3, "\(difference)")
  }

  @Test func `a blur that grows covers a wider region with the next capture`() throws {
    let frame = PixelRect(x: 60, y: 50, width: 60, height: 32)
    let (grown, fresh) = (
      try LiveStage.bar(frame: frame, sigma: 6), try LiveStage.bar(frame: frame, sigma: 14)
    )
    #expect(try grown.settle() != nil)
    #expect(try fresh.settle() != nil)
    try grown.widen(sigma: 14)
    // The result must not depend on the damage.
    for _ in 0..<4 {
      let told = try grown.absorb(PixelRect(x: 60, y: 50, width: 4, height: 4))
      if try !grown.draw(), !told.hasMoved { break }
    }
    let difference = PictureDifference(try grown.snapshot(), ReferencePicture(try fresh.snapshot()))
    #expect(difference.max <= 3 && difference.mean <= 0.5, "\(difference)")
  }

  @Test func `a surface that is too large is an error`() throws {
    let stage = try LiveStage.bar()
    var glass = stage.glass
    glass.frame = PixelRect(PixelSize(width: 1 << 20, height: 4))
    #expect(throws: RenderingError.self) {
      try stage.renderer.openSurface(SurfaceID(2), window: nil, glass: glass)
    }
  }
}
