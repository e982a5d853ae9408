import Geometry
import GlassModel
import Rendering
import Scenes
import Testing
import Wayland

@testable import LiveGlass

struct CaptureJudgeTests {
  private let stage = JudgeStage()

  @Test(arguments: [false, true])
  func `the background of a surface is captured at once, or after the commit that removes another`(
    isRetiring: Bool
  ) throws {
    let surface = stage.open(x: 0)
    stage.judge.lookBehind(surface, isRetiring: isRetiring, on: stage.screen, now: stage.now)
    #expect(stage.capture.requests.map(\.moment) == (isRetiring ? [] : [.now]))
    stage.commit()
    #expect(stage.capture.requests.map(\.moment) == [.now])
  }

  @Test func `the first capture is kept as the background, and nothing is measured`() throws {
    let surface = stage.open(x: 0)
    stage.judge.lookBehind(surface, isRetiring: false, on: stage.screen, now: stage.now)
    #expect(try stage.answer() == .init())
    #expect(stage.captures.takeBackground() != nil)
    #expect(stage.judge.statistics == .init(captures: 1, absorbed: 0))
    #expect(stage.fake.keepings.isEmpty)
  }

  @Test func `captures that show a surface as it should be make it live once`() throws {
    let surface = stage.show(x: 0)
    let findings = try stage.answers(8)
    #expect(findings.flatMap(\.actions).filter { $0 == .beginLive(surface.id) }.count == 1)
    #expect(!findings.contains(where: \.hasMoved) && findings.contains(where: \.isWhole))
    #expect(stage.judge.backdrop.surfaces[surface.id]?.isOnTrial == false)
    #expect(stage.judge.statistics.absorbed > 0)
  }

  @Test func `a background that moves is told, and drawn behind the surfaces that are live`() throws {
    let surface = stage.show(x: 0)
    _ = try stage.answers(8)
    stage.fake.hasMoved = true
    let finding = try stage.answer()
    #expect(finding.hasMoved && finding.isWhole && finding.actions.contains(.present(surface.id)))
  }

  @Test func `damage elsewhere is not absorbed`() throws {
    _ = stage.show(x: 0)
    _ = try stage.answers(8)
    let before = stage.judge.statistics
    let keepings = stage.fake.keepings.count
    _ = try stage.answer(damage: PixelRect(x: 900, y: 500, width: 10, height: 10))
    #expect(stage.judge.statistics == .init(captures: before.captures + 1, absorbed: before.absorbed))
    #expect(stage.fake.keepings.count == keepings)
  }

  @Test func `without a renderer a capture is counted, and means nothing`() throws {
    _ = stage.show(x: 0)
    stage.hasRenderer = false
    _ = try stage.answer()
    #expect(stage.judge.statistics == .init(captures: 2, absorbed: 0))
  }

  @Test func `surfaces of which nothing is seen make another rung necessary`() throws {
    let surface = stage.show(x: 0)
    stage.fake.validity[surface.id] = 0
    // The compositor draws the surface.
    stage.tell(.frameDone(surface.id))
    let actions = try stage.answers(60).flatMap(\.actions)
    #expect(!actions.contains(.beginLive(surface.id)) && actions.contains(.fallBack(.modelDoesNotHold)))
  }

  @Test func `a surface that is found elsewhere is not judged by the same capture`() throws {
    let surface = stage.show(x: 0)
    stage.fake.validity[surface.id] = 0
    stage.fake.places[surface.id] = surface.frame.offset(x: 0, y: 30)
    _ = try stage.answer()
    #expect(surface.frame.y == 30)
    stage.fake.validity[surface.id] = 1
    #expect(try stage.answers(8).flatMap(\.actions).contains(.beginLive(surface.id)))
  }

  @Test(arguments: [
    (CaptureFailure.unsupportedFormat("XR30"), "the compositor offers captures in XR30 only"),
    (.refused, "the compositor refuses captures"),
    (.noMemory, "there is no memory or no descriptor for a capture"),
  ])
  func `captures that fail for good make another rung necessary`(failure: CaptureFailure, words: String)
    throws
  {
    let surface = stage.open(x: 0)
    stage.judge.lookBehind(surface, isRetiring: false, on: stage.screen, now: stage.now)
    var actions: [LiveBackdrop.Action] = []
    for _ in 0..<20 where !actions.contains(where: \.isFallback) { actions += try stage.fail(failure) }
    let refusals = actions.compactMap { if case .fallBack(let refusal) = $0 { refusal.words } else { nil } }
    #expect(refusals == [words])
  }

  @Test func `a surface whose captures fail is looked at again once the compositor draws it`() throws {
    let surface = stage.show(x: 0)
    var actions: [LiveBackdrop.Action] = []
    for _ in 0..<3 { actions += try stage.fail(.refused) }
    #expect(actions == [.captureNow, .captureNow, .requestFrame(surface.id)] && !stage.capture.isPending)
    stage.tell(.frameDone(surface.id))
    stage.commit()
    #expect(stage.capture.isPending)
  }

  @Test func `an output that changes makes no other rung necessary`() throws {
    _ = stage.show(x: 0)
    #expect(try stage.fail(.outputChanged).allSatisfy { !$0.isFallback })
  }

  @Test func `an outdated capture counts for nothing, and another one is asked for`() throws {
    _ = stage.show(x: 0)
    let before = stage.judge.statistics
    let asked = stage.capture.requests.count
    stage.captures.changeSurfaces()
    #expect(try stage.answer() == .init())
    #expect(stage.judge.statistics == before)
    stage.commit()
    #expect(stage.capture.requests.count == asked + 1 && stage.capture.requests.last?.moment == .now)
  }

  @Test func `glass is frozen while its surface moves, and live again after that`() throws {
    let surface = stage.show(x: 0)
    _ = try stage.answers(8)
    #expect(stage.judge.freezeOrThaw(surface, now: stage.now) == [])
    surface.animation.motion.isHeld = true
    #expect(stage.judge.freezeOrThaw(surface, now: stage.now) == [.cancelCapture])
    #expect(stage.judge.backdrop.surfaces[surface.id]?.phase == .held)
    #expect(stage.judge.freezeOrThaw(surface, now: stage.now) == [])
    surface.animation.motion.isHeld = false
    #expect(stage.judge.freezeOrThaw(surface, now: stage.now) == [.captureNow])
    #expect(stage.judge.backdrop.surfaces[surface.id]?.isOnTrial == true)
  }

  @Test func `nothing is captured once another rung was asked for`() throws {
    _ = stage.show(x: 0)
    stage.judge.disable()
    #expect(!stage.capture.isPending)
    let asked = stage.capture.requests.count
    stage.commit()
    #expect(stage.capture.requests.count == asked)
  }
}

extension LiveBackdrop.Action {
  fileprivate var isFallback: Bool { if case .fallBack = self { true } else { false } }
}

/// A judge of an output of 1000 × 600 pixels, whose captures a test answers.
private final class JudgeStage {
  let capture = FakeCapture()
  private(set) lazy var captures = CaptureScheduler(capture)
  let fake = FakeRenderer()
  private(set) lazy var judge = CaptureJudge(captures, of: roster)
  private(set) var now = Instant(sinceOrigin: .seconds(1))
  var hasRenderer = true
  private let roster: SurfaceRoster
  private let journal = FakeWindow.Journal()
  private let panel = PixelRect(x: 0, y: 0, width: 1000, height: 600)
  private var surfaceCount = 0
  /// The answer that has come and was not judged yet.
  private var answered: (answer: Result<CapturedFrame, CaptureFailure>, epoch: Int)?

  init() {
    var description = OutputDescription()
    description.mode = panel.size
    roster = SurfaceRoster(
      OutputFit(description, hasViewporter: true), order: ExclusiveZoneOrder())
    captures.onAnswer = { [unowned self] in answered = ($0, $1) }
    judge.begin(isLive: true, captureInterval: .zero)
  }

  var screen: CaptureJudge.Screen { .init(renderer: hasRenderer ? fake : nil, panel: panel) }

  /// A surface with a window, which is not shown.
  func open(x: Int) -> LiveSurface {
    surfaceCount += 1
    let surface = LiveSurface(
      SurfaceID(surfaceCount), on: nil,
      placement: SurfacePlacement(anchors: [.top, .left], width: 100, height: 40), expecting: nil, opacity: 1
    ) { Scene(size: $0.size, nodes: []) }
    roster.add(surface)
    _ = roster.openWanted(canGrab: true) { FakeWindow($0.id, journal) }
    return surface
  }

  /// A surface that is shown, for which captures have not said anything yet.
  func show(x: Int) -> LiveSurface {
    let surface = open(x: x)
    judge.lookBehind(surface, isRetiring: false, on: screen, now: now)
    _ = try? answer()
    let glass = surface.requestGlass(scale: 1, isLive: true, isFrozen: true)
    try? fake.openSurface(surface.id, window: nil, glass: glass, over: .empty)
    surface.applied.glass = glass
    tell(.ready(surface.id))
    _ = surface.takeStep()
    commit()
    return surface
  }

  /// Asks for the capture that is wanted, as after commits.
  func commit() { judge.askForWanted(isDrawn: true, on: screen) }

  /// Passes an event to the state of the glass, and performs its actions about captures.
  func tell(_ event: LiveBackdrop.Event) { perform(judge.backdrop.update(event, now: now)) }

  /// Answers the capture that is pending; returns the results.
  func answer(damage: PixelRect? = nil) throws -> CaptureJudge.Finding {
    capture.answer(roster.fit, damage: damage ?? panel)
    return try takeAnswer()
  }

  /// Lets the capture that is pending fail; returns the actions, with those of what is due after a while.
  func fail(_ failure: CaptureFailure) throws -> [LiveBackdrop.Action] {
    capture.fail(failure)
    let actions = try takeAnswer().actions
    return actions + goOn()
  }

  /// Answers as many captures, each as soon as it is asked for; returns the results.
  func answers(_ count: Int) throws -> [CaptureJudge.Finding] {
    var findings: [CaptureJudge.Finding] = []
    for _ in 0..<count {
      var finding = try answer()
      finding.actions += goOn()
      findings.append(finding)
    }
    return findings
  }

  private func takeAnswer() throws -> CaptureJudge.Finding {
    guard let (answer, epoch) = answered else { return .init() }
    answered = nil
    let finding = try judge.take(answer, from: epoch, on: screen, now: now)
    perform(finding.actions)
    return finding
  }

  /// Lets longer pass than from one capture to the next; returns the actions that are due then.
  private func goOn() -> [LiveBackdrop.Action] {
    commit()
    now = now + .milliseconds(100)
    defer { commit() }
    let actions = judge.continueIfDue(now: now)
    perform(actions)
    return actions
  }

  private func perform(_ actions: [LiveBackdrop.Action]) {
    for action in actions { captures.perform(action) }
  }
}
