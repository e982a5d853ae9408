import Geometry
public import LiveGlass
import Loop
import Scenes
import Settings
public import ShellModel
import VisualEffects

/// Makes ready what the first banner needs, on each output that needs something else than the others.
@MainActor public final class BannerPreparations {
  private let session: GlassSession
  private let program: RehearsalProgram
  private let state: () -> State
  /// The rehearsal that is under way or was the last; nil: none was begun, or a banner came before.
  private var rehearsal: BannerRehearsal?
  /// The needs of outputs for which a rehearsal was done or begun.
  private var rehearsed: Set<[String]> = []

  /// `program` fills the driver's cache; `state` gives the settings and what the desktop prefers.
  public init(_ session: GlassSession, program: RehearsalProgram, state: @escaping () -> State) {
    (self.session, self.program, self.state) = (session, program, state)
  }

  /// Whether there is still work to be done before the first banner.
  var isUnderWay: Bool { rehearsal?.isOver == false || session.outputs.isEmpty || next != nil }

  /// An output has come, gone or changed.
  func outputsChanged() {
    if let gone = rehearsal, !session.outputs.contains(where: { $0 === gone.output }) {
      // Another output may need the same.
      if !gone.isOver { rehearsed.remove(BannerRehearsal.need(of: gone.output)) }
      cancel()
    }
    begin()
  }

  /// Banners are shown: what is not ready is made so with them.
  func endForNow() {
    rehearsed.formUnion(session.outputs.map(BannerRehearsal.need))
    cancel()
  }

  /// Ends what is under way; idempotent.
  func cancel() {
    rehearsal?.cancel()
    rehearsal = nil
  }

  private var next: LiveOutput? {
    session.outputs.first { !$0.size.isEmpty && !rehearsed.contains(BannerRehearsal.need(of: $0)) }
  }

  private func begin() {
    guard rehearsal?.isOver != false, let output = next else { return }
    rehearsed.insert(BannerRehearsal.need(of: output))
    rehearsal = BannerRehearsal(on: output, of: session, settings: state().settings, program: program) {
      [unowned self, unowned output] in
      let (settings, presentation) = (state().settings, state().presentation)
      let material = SampleBanner.effect(settings).material(isDark: presentation.look != .light)
      return SampleBanner(
        settings.notifications, material: material, legibility: presentation.legibility,
        scale: output.scale, output: output.size, measurer: session.text)
    } onEnd: { [unowned self] in
      begin()
    }
  }
}
