import Geometry
import HeadlessSession
import LiveGlass
import Loop
import Notifications
import Scenes
import Settings
import ShellTestSupport
import TestSupport
import Testing

@testable import NotificationService
@testable import ShellSurfaces

struct OutputBannersTests {
  @Test func `a surface opens with the first banner and goes with the last`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.settle()
    #expect(stage.surface == nil && stage.banners.nextDeadline == nil)
    let id = stage.notify("one")
    stage.settle()
    #expect(stage.surface?.texts.contains("one") == true)
    #expect(stage.banners.report.first?.awaited == nil)
    stage.center.happen(.dismissed(id: id))
    stage.settle()
    #expect(stage.surface == nil && stage.output.areas.allSatisfy(\.isClosed))
  }

  @Test func `banners at another place have a surface of their own, which goes with the rule`() throws {
    let stage = try BannerStage {
      var rule = NotificationRule()
      rule.application = try? NegatablePattern("test low")
      rule.style.anchor = .bottomLeft
      $0.rules = [rule]
    }
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    #expect(stage.output.opened.count == 1)
    stage.notify("low")
    stage.settle()
    let surfaces = stage.output.opened
    #expect(surfaces.map(\.placement.anchors) == [[.top, .right], [.bottom, .left]])
    #expect(surfaces[1].texts.contains("low") && !surfaces[1].texts.contains("one"))
    stage.center.happen(.dismissed(id: 2))
    stage.settle()
    #expect(surfaces.map(\.isClosed) == [false, true])
  }

  @Test func `banners have an opaque edge with increased contrast`() throws {
    let stage = try BannerStage(increasesContrast: true)
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    let edges = stage.surface?.drawnScene?.nodes.compactMap { node -> Border? in
      if case .effect(let sheet) = node { sheet.border } else { nil }
    }
    #expect(edges == [Border(width: 1, colour: .one)])
  }

  @Test func `a banner shows its age from that of the settings on`() throws {
    let stage = try BannerStage { $0.showAge = 60 }
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    func texts() -> [String] { stage.surface?.texts ?? [] }
    #expect(texts().contains("one") && !texts().contains("now") && !texts().contains("1 min"))
    stage.pass(.seconds(60))
    stage.settle()
    #expect(texts().contains("1 min"))
  }

  @Test func `icons of banners come from the theme of the settings`() throws {
    let stage = try BannerStage { $0.iconTheme = "Test" }
    defer { stage.close() }
    #expect(stage.pictures.theme == "Test")
  }

  @Test func `a long touch opens the menu`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    let surface = try #require(stage.surface)
    let region = try #require(surface.placement.inputRegion?.first)
    let (x, y) = (region.x + 60, region.y + 5)
    surface.onTouch?(TouchEvent(.began, id: 0, x: x, y: y, time: 1))
    stage.pass(BannerInteraction.longTouch - .milliseconds(20))
    #expect(surface.popups.isEmpty)
    stage.pass(.milliseconds(40))
    #expect(surface.popups.count == 1)
    surface.onTouch?(TouchEvent(.ended, id: 0, x: x, y: y, time: 600))
    stage.pass(.milliseconds(20))
    #expect(stage.center.store.open.count == 1)
  }

  /// Clicks with the right button on the first banner, and draws the menu.
  private func openMenu(_ stage: BannerStage) throws -> FakeSurface {
    let (x, y) = try stage.hover()
    let surface = try #require(stage.surface)
    surface.onPointer?(PointerEvent(.pressed(.right), x: x, y: y, time: 3))
    surface.onPointer?(PointerEvent(.released(.right), x: x, y: y, time: 4))
    let popup = try #require(surface.popups.last)
    let anchor = popup.placement.anchor
    #expect(anchor.x == x.rounded(.down) && anchor.y == y.rounded(.down) && popup.placement.takesGrab)
    popup.surface.draw(at: stage.now)
    return popup.surface
  }

  @Test func `the right button opens a menu at the pointer, whose entries act on the banner`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    let height = try #require(stage.surface?.placement.inputRegion?.first?.height)
    let menu = try openMenu(stage)
    #expect(menu.texts.contains("Close all from test one"))
    #expect(stage.surface?.placement.inputRegion?.first?.height == height)
    let entry = try #require(menu.drawnScene?.texts.first { $0.text.string == "Close" }).frame
    let (x, y) = (Double(entry.x + 2), Double(entry.y + 2))
    for (index, kind) in [PointerEvent.Kind.entered, .pressed(.left), .released(.left)].enumerated() {
      menu.onPointer?(PointerEvent(kind, x: x, y: y, time: UInt32(5 + index)))
    }
    stage.settle()
    #expect(stage.surface == nil)
  }

  @Test func `arrow keys and Return choose an entry of a banner's menu, and Escape closes it`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    let surface = try #require(stage.surface)
    let first = try openMenu(stage)
    first.onKey?(KeyEvent(keysym: Keysym.down))
    first.onKey?(KeyEvent(keysym: Keysym.escape))
    stage.settle()
    #expect(first.isFadingOut && stage.center.store.open.count == 1)
    let second = try openMenu(stage)
    #expect(surface.popups.count == 2)
    // The first entry closes the banner.
    second.onKey?(KeyEvent(keysym: Keysym.down))
    second.onKey?(KeyEvent(keysym: Keysym.enter))
    stage.settle()
    #expect(second.isFadingOut && stage.center.store.open.isEmpty && stage.surface == nil)
  }

  /// The opacities between 0 and 1 of fills.
  private func fading(_ nodes: [Node]) -> [Double] {
    nodes.flatMap { node -> [Double] in
      guard case .effect(let effect) = node else { return [] }
      if effect.alpha < 1, case .fill? = effect.content.first { return [effect.alpha] }
      return fading(effect.content)
    }
  }

  /// Shows a banner with two buttons under the pointer; returns its surface, and the frame of the text of the second button.
  private func buttoned(_ stage: BannerStage) throws -> (surface: FakeSurface, button: PixelRect) {
    stage.notify("one") { $0.actions = ["a", "First", "b", "Second"] }
    stage.settle()
    let surface = try #require(stage.surface)
    _ = try stage.hover()
    stage.settle()
    return (surface, try #require(surface.drawnScene?.texts.first { $0.text.string == "Second" }).frame)
  }

  @Test func `the fill of a button fades under the pointer, and then the banners rest`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    let (surface, button) = try buttoned(stage)
    let (x, y) = (Double(button.x + 2), Double(button.y + 2))
    func fills() -> [Double] { surface.drawnScene.map { fading($0.nodes) } ?? [] }
    #expect(fills().isEmpty && !surface.isMoving)
    surface.onPointer?(PointerEvent(.moved, x: x, y: y, time: 3))
    stage.pass(.zero)
    stage.pass(.milliseconds(40))
    #expect(surface.isMoving && fills().count == 2 && fills().allSatisfy { $0 > 0 && $0 < 1 })
    stage.pass(.milliseconds(120))
    stage.pass(.milliseconds(20))
    #expect(fills().isEmpty && !surface.isMoving)
  }

  @Test(arguments: [false, true])
  func `a light follows the hand on a button, which sinks when it is pressed, unless motion is reduced`(
    reducesMotion: Bool
  ) throws {
    let stage = try BannerStage(reducesMotion: reducesMotion)
    defer { stage.close() }
    let (surface, button) = try buttoned(stage)
    let (x, y) = (Double(button.x + 2), Double(button.y + 2))
    func lights() -> [PixelRect] { surface.drawnScene.map { clips($0.nodes) } ?? [] }
    surface.onPointer?(PointerEvent(.moved, x: x, y: y, time: 3))
    stage.settle()
    let resting = lights()
    #expect(resting.count == (reducesMotion ? 0 : 1) && !surface.isMoving)
    let requests = surface.drawingRequests
    surface.onPointer?(PointerEvent(.moved, x: x + 5, y: y, time: 4))
    stage.pass(.zero)
    #expect(surface.drawingRequests - requests == (reducesMotion ? 0 : 1) && !surface.isMoving)
    surface.onPointer?(PointerEvent(.pressed(.left), x: x + 5, y: y, time: 5))
    stage.settle()
    let sunk = grounds(surface.drawnScene?.nodes ?? [], around: button)
    surface.onPointer?(PointerEvent(.left, x: x + 5, y: y, time: 6))
    stage.settle()
    let risen = grounds(surface.drawnScene?.nodes ?? [], around: button)
    #expect(sunk.count == 1 && risen.count == 1 && !surface.isMoving)
    #expect(risen[0].width - sunk[0].width == (reducesMotion ? 0 : 2))
  }

  /// The frames of the sheets without glass that cut pictures of light out.
  private func clips(_ nodes: [Node]) -> [PixelRect] {
    nodes.flatMap { node -> [PixelRect] in
      guard case .effect(let effect) = node else { return [] }
      if effect.material == nil, effect.content.count == 1, case .image(let image)? = effect.content.first,
        image.ink != nil || image.bitmap.size.width == 96
      {
        return [effect.frame]
      }
      return clips(effect.content)
    }
  }

  /// The frames of the fills below a text.
  private func grounds(_ nodes: [Node], around text: PixelRect) -> [PixelRect] {
    nodes.flatMap { node -> [PixelRect] in
      switch node {
      case .effect(let effect): grounds(effect.content, around: text)
      case .fill(let fill): fill.frame.contains(text) ? [fill.frame] : []
      case .text, .image: []
      }
    }
  }

  @Test func `a menu closes before the banner that it belongs to`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    let id = stage.notify("one")
    stage.notify("two")
    stage.settle()
    let menu = try openMenu(stage)
    stage.center.happenNow(.closeRequested(id: id))
    stage.pass(.milliseconds(20))
    #expect(!menu.isClosed && !menu.isFadingOut)
    stage.center.happenNow(.allDismissed)
    stage.pass(.milliseconds(20))
    #expect(menu.isClosed || menu.isFadingOut)
  }

  @Test func `a surface goes with the last banner though the area shrinks at the same time`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.output.area = LogicalSize(width: 800, height: 600)
    let ids = (1...3).map { stage.notify("number \($0)") }
    stage.settle()
    #expect(try #require(stage.surface).placement.height > 120)
    for id in ids { stage.center.happenNow(.closeRequested(id: id)) }
    stage.output.area = LogicalSize(width: 800, height: 120)
    stage.settle()
    #expect(stage.surface == nil && stage.output.areas.allSatisfy(\.isClosed))
  }

  @Test func `making a scene for another size moves nothing and tells nothing`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    for name in ["one", "two"] { stage.notify(name) }
    stage.settle()
    let surface = try #require(stage.surface)
    let before = (surface.placement, surface.cursor)
    // Half as high, so that one of the banners has no room.
    let size = PixelSize(width: surface.placement.width, height: surface.frame.height / 2)
    let scene = surface.content(.init(size: size, scale: 1, now: stage.loop.now))
    #expect(scene.size == size)
    #expect(surface.placement == before.0 && surface.cursor == before.1)
    stage.pass(.milliseconds(20))
    stage.settle()
    #expect(stage.surface === surface && surface.texts.contains("one") && surface.texts.contains("two"))
  }

  @Test func `what needs more room is shown when it is known what lies behind it`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    let surface = try #require(stage.surface)
    let before = surface.placement.height
    for name in ["two", "three", "four"] { stage.notify(name) }
    stage.pass(.milliseconds(20))
    #expect(surface.placement.height > before)
    #expect(!surface.texts.contains("four"))
    surface.onBackgroundKnown?()
    stage.pass(.milliseconds(20))
    #expect(surface.texts.contains("four"))
    #expect(stage.output.opened.count == 1)
  }

  @Test func `what needs more room is shown after a while in any case`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    for name in ["two", "three", "four"] { stage.notify(name) }
    stage.pass(.milliseconds(20))
    #expect(stage.surface?.texts.contains("four") == false)
    stage.pass(BannerSurfaceHeight.patience)
    #expect(stage.surface?.texts.contains("four") == true)
  }

  @Test func `a lock hides banners also while others wait for room`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("private")
    stage.settle()
    for name in ["two", "three"] {
      stage.notify(name) { $0.hints = [.init("urgency", .integer(2))] }
    }
    stage.pass(.milliseconds(20))
    let surface = try #require(stage.surface)
    #expect(surface.texts.contains("private") && !surface.texts.contains("two"))
    stage.lock(true)
    stage.pass(.milliseconds(20))
    #expect(stage.surface?.texts.contains("private") != true)
    stage.settle()
    #expect(stage.surface?.texts.contains("two") == true && stage.surface?.texts.contains("private") == false)
    stage.lock(false)
    stage.settle()
    #expect(stage.surface?.texts.contains("private") == true)
  }

  @Test func `a panel that comes leaves room for fewer banners, and more fit when it goes`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.output.area = LogicalSize(width: 800, height: 600)
    for number in 0..<5 { stage.notify("number \(number)") }
    stage.settle()
    let all = try #require(stage.banners.report.first?.shown)
    stage.output.area = LogicalSize(width: 800, height: 220)
    stage.settle()
    let few = try #require(stage.banners.report.first?.shown)
    #expect(few < all && stage.surface!.placement.height <= 220)
    stage.output.area = LogicalSize(width: 800, height: 600)
    stage.settle()
    #expect(stage.banners.report.first?.shown == all)
  }

  @Test func `critical banners lift the surface to their layer and lower it when they go`() throws {
    let stage = try BannerStage {
      $0.layer = .top
      $0.criticalLayer = .overlay
    }
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    #expect(stage.surface?.placement.layer == .top)
    let id = stage.notify("two") { $0.hints = [.init("urgency", .integer(2))] }
    stage.settle()
    #expect(stage.surface?.placement.layer == .overlay)
    stage.center.happen(.dismissed(id: id))
    stage.settle()
    #expect(stage.surface?.placement.layer == .top)
  }

  @Test func `under a window in fullscreen only critical banners are shown above it`() throws {
    let stage = try BannerStage {
      $0.layer = .top
      $0.criticalLayer = .overlay
    }
    defer { stage.close() }
    stage.notify("one")
    stage.notify("two") { $0.hints = [.init("urgency", .integer(2))] }
    stage.settle()
    #expect(stage.banners.needFullscreen && stage.banners.report[0].shown == 2)
    stage.banners.cover { _ in true }
    stage.settle()
    #expect(stage.surface?.texts.contains("two") == true && stage.surface?.texts.contains("one") == false)
    stage.banners.cover { _ in false }
    stage.settle()
    #expect(stage.banners.report[0].shown == 2)
  }

  @Test func `a draft is kept while its banner is hidden, and the keyboard is given back`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("message") { $0.actions = ["inline-reply", "Reply"] }
    stage.settle()
    try stage.beginReply("half")
    #expect(stage.surface?.placement.keyboard == .onDemand)
    #expect(stage.surface?.texts.contains("half") == true)
    stage.lock(true)
    stage.settle()
    #expect(stage.surface == nil)
    stage.lock(false)
    stage.settle()
    #expect(stage.surface?.texts.contains("half") == true)
    #expect(stage.surface?.placement.keyboard == .onDemand)
  }

  @Test func `an answer gets the keyboard again where the compositor takes a shared one away`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("message") { $0.actions = ["inline-reply", "Reply"] }
    stage.settle()
    try stage.beginReply("")
    let surface = try #require(stage.surface)
    #expect(surface.placement.keyboard == .onDemand)
    surface.onKeyboardFocus?(false)
    #expect(surface.placement.keyboard == .always)
    surface.onKeyboardFocus?(true)
    #expect(surface.placement.keyboard == .always)
    surface.onKey?(KeyEvent(keysym: UInt32(Character("a").asciiValue!), text: "a"))
    stage.settle()
    #expect(surface.texts.contains("a"))
  }

  @Test func `a banner stays under the pointer when the first of those that it counts is closed`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    let first = stage.notify("same") { $0.expireTimeout = 3000 }
    stage.notify("same") { $0.expireTimeout = 3000 }
    stage.settle()
    try #require(stage.banners.report[0].shown == 1)
    _ = try stage.hover()
    stage.center.happenNow(.closeRequested(id: first))
    for _ in 0..<50 { stage.pass(.milliseconds(200)) }
    #expect(stage.surface?.texts.contains("same") == true)
  }

  @Test func `a banner does not expire while the pointer is on it`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one") { $0.expireTimeout = 3000 }
    stage.settle()
    _ = try stage.hover()
    for _ in 0..<50 { stage.pass(.milliseconds(200)) }
    #expect(stage.surface?.texts.contains("one") == true)
    stage.surface?.onPointer?(PointerEvent(.left, x: 0, y: 0, time: 3))
    for _ in 0..<50 { stage.pass(.milliseconds(200)) }
    #expect(stage.surface == nil)
  }

  @Test func `a banner that comes to rest under a moved pointer is hovered`() throws {
    let stage = try BannerStage { $0.order = .newestTop }
    defer { stage.close() }
    let id = stage.notify("two") { $0.expireTimeout = 3000 }
    stage.notify("one") { $0.expireTimeout = 3000 }
    stage.settle()
    _ = try stage.hover()
    stage.center.happen(.closeRequested(id: stage.center.store.open[0].id))
    stage.settle()
    for _ in 0..<50 { stage.pass(.milliseconds(200)) }
    #expect(stage.center.store.contains(id) && stage.surface?.texts.contains("two") == true)
  }

  @Test(arguments: [(BannerIcons.all, 2), (.pictures, 1), (.none, 0)])
  func `icons are read by their names, pictures alone or nothing`(icons: BannerIcons, count: Int) throws {
    let stage = try BannerStage { $0.icons = icons }
    defer { stage.close() }
    stage.notify("one") { $0.icon = "some-icon" }
    stage.notify("two") { $0.icon = "/some/picture.png" }
    stage.settle()
    #expect(stage.pictures.asked.count == count)
  }

  @Test func `pictures that are being read are waited for, and what was read is drawn`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one") { $0.icon = "some-icon" }
    stage.settle()
    #expect(stage.pictures.isReading && stage.banners.report[0].awaited == "pictures")
    stage.pictures.failAll()
    stage.settle()
    stage.pictures.failAll()
    stage.settle()
    #expect(stage.banners.report[0].awaited == nil)
  }

  @Test func `a surface that the compositor closes comes again, at once and then less and less often`() throws
  {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    try #require(stage.surface).closeByCompositor()
    stage.pass(.zero)
    #expect(stage.output.opened.count == 2 && stage.surface?.isShown == true)
    let expected: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
    var pauses: [Duration] = []
    for _ in 0..<3 {
      try #require(stage.surface).closeByCompositor()
      let deadline = try #require(stage.banners.nextDeadline)
      pauses.append(deadline - stage.now)
      stage.loop.serveWhatIsReady()
      #expect(stage.surface == nil)
      stage.time.advance(by: pauses.last!)
      stage.loop.serveWhatIsReady()
    }
    #expect(pauses == expected)
  }

  @Test func `banners go with their output and appear on the one that is left`() throws {
    let stage = try BannerStage(outputs: ["A", "B"]) { $0.output = "B" }
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    #expect(stage.session.outputs.map { $0.surface != nil } == [false, true])
    let gone = stage.session.outputs.removeLast()
    stage.banners.outputsChanged()
    stage.settle()
    #expect(gone.surface == nil && stage.surface?.texts.contains("one") == true)
    stage.session.outputs.append(FakeOutput("B"))
    stage.banners.outputsChanged()
    stage.settle()
    #expect(stage.session.outputs.map { $0.surface != nil } == [false, true])
  }

  @Test func `calls that come while a scene is made are taken in, in the phase of layout too`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("one")
    stage.loop.serveWhatIsReady()
    var hasCalled = false
    stage.loop.onYieldPoint = {
      guard !hasCalled else { return }
      hasCalled = true
      var request = NotificationRequest()
      (request.applicationName, request.summary) = ("other", "two")
      stage.center.notified(files: []) { _ in request }
    }
    stage.pass(.milliseconds(20))
    #expect(hasCalled)
    stage.settle()
    #expect(stage.surface?.texts.contains("two") == true)
  }

  @Test func `drawing without a GPU waits for the next call of a dense stream`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    let deadline = Deadline.patient
    while stage.center.drawingDeadline(isSlow: true) == nil
      || stage.center.drawingDeadline(isSlow: false) != nil
    {
      if deadline.hasPassed { throw SessionError.timeout(awaited: "a dense stream of calls", log: "") }
      stage.center.notified(files: []) { _ in NotificationRequest() }
      stage.time.advance(by: .milliseconds(20))
      stage.loop.serveWhatIsReady()
    }
    stage.banners.settle(now: stage.loop.now)
    #expect(stage.session.drawingDeadline == nil)
    stage.session.isSoftware = true
    stage.center.onRedraw?()
    stage.banners.settle(now: stage.loop.now)
    let due = try #require(stage.center.drawingDeadline(isSlow: true))
    #expect(stage.session.drawingDeadline == due)
    #expect(stage.banners.nextDeadline.map { $0 >= due } == true)
  }
}

extension BannerStage {
  /// Opens the field for an answer of the only banner, and types into it.
  func beginReply(_ text: String) throws {
    _ = try hover()
    settle()
    let surface = try #require(surface)
    let region = try #require(surface.placement.inputRegion)[0]
    // Whatever place has the button: the field is there when the keyboard is asked for.
    for y in stride(from: region.y + region.height - 2, to: region.y, by: -4) {
      for x in stride(from: region.x + 4, to: region.x + region.width, by: 12) {
        surface.onPointer?(PointerEvent(.moved, x: x, y: y, time: 5))
        guard surface.cursor == .pointer else { continue }
        surface.onPointer?(PointerEvent(.pressed(.left), x: x, y: y, time: 6))
        surface.onPointer?(PointerEvent(.released(.left), x: x, y: y, time: 7))
        pass(.milliseconds(20))
        guard surface.placement.keyboard == .always else { continue }
        surface.onKeyboardFocus?(true)
        for letter in text {
          surface.onKey?(KeyEvent(keysym: UInt32(letter.asciiValue!), text: String(letter)))
        }
        settle()
        return
      }
    }
    Issue.record("no field for an answer")
  }
}
