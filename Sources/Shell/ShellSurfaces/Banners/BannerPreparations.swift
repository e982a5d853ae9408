import Geometry
public import LiveGlass
import Loop
import Scenes
import Settings
public import ShellModel
import VisualEffects

/// Prepares the first banner, once for each set of outputs with the same needs.
@MainActor public final class BannerPreparations {
  private let session: GlassSession
  private let program: RehearsalProgram
  private let state: () -> State
  /// The current or last rehearsal; nil if none was started, or a banner was shown before.
  private var rehearsal: BannerRehearsal?
  /// The needs of outputs for which a rehearsal was started.
  private var rehearsed: Set<[String]> = []

  /// `program` fills the driver's cache; `state` returns the settings and the desktop's preferences.
  public init(_ session: GlassSession, program: RehearsalProgram, state: @escaping () -> State) {
    (self.session, self.program, self.state) = (session, program, state)
  }

  /// Whether preparations are not finished yet.
  var isUnderWay: Bool { rehearsal?.isOver == false || session.outputs.isEmpty || next != nil }

  /// Adapts to outputs that were added, removed or changed.
  func outputsChanged() {
    if let gone = rehearsal, !session.outputs.contains(where: { $0 === gone.output }) {
      // Another output may have the same needs.
      if !gone.isOver { rehearsed.remove(BannerRehearsal.need(of: gone.output)) }
      cancel()
    }
    begin()
  }

  /// Stops preparing the current outputs, since banners are shown and prepare the rest themselves.
  func endForNow() {
    rehearsed.formUnion(session.outputs.map(BannerRehearsal.need))
    cancel()
  }

  /// Cancels the current rehearsal; idempotent.
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
      let material = settings.bannerEffect.material(isDark: presentation.look != .light)
      return SampleBanner(
        settings.notifications, material: material, legibility: presentation.legibility,
        scale: output.scale, output: output.size, measurer: session.text)
    } onEnd: { [unowned self] in
      begin()
    }
  }
}
