import Localization
import Loop
import ModuleModel
import ModuleReadings
import Settings

/// The blocks of a program that speaks the protocol of i3bar; when it ends it is started again, later each time.
final class I3barSource: HearsSignals, PerformsActions, FollowsBars {
  private let settings: ScriptSettings
  private let command: LastingCommand
  private let outlet: ModuleOutlet
  private var stream = I3barStream()
  private var blocks: [String: I3barBlock] = [:]
  /// Whether the running program has written a status line.
  private var hasShown = false
  /// A click was written to the program that runs.
  private var hasWritten = false
  /// The program was told to stop while nobody sees its blocks.
  private var isPaused = false

  /// Starts the command; `firstDelay` is that of the first restart, doubled with each to a minute.
  init(
    settings: ScriptSettings, loop: EventLoop, outlet: ModuleOutlet, firstDelay: Duration = .seconds(1)
  ) {
    (self.settings, self.outlet) = (settings, outlet)
    command = LastingCommand(
      settings, takesInput: true, loop: loop, firstDelay: firstDelay, log: outlet.report)
    command.start(
      LastingCommand.Reports(
        starts: { [unowned self] in
          (stream, hasShown, hasWritten, isPaused) = (I3barStream(), false, false, false)
        },
        bytes: { [unowned self] in take($0) },
        isUnwanted: { [unowned self] in show([]) },
        failed: outlet.fail(_:words:)))
  }

  var signal: Int? { settings.signal }

  /// Starts the command anew.
  func refresh() { command.restart() }

  func stop() {
    command.stop()
    outlet.close()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard action == "send", stream.header?.wantsClicks == true, let block = item.flatMap({ blocks[$0] }),
      let bytes = block.click(contact, isFirst: !hasWritten), command.write(bytes)
    else { return }
    hasWritten = true
  }

  func barsAreSeen(_ areSeen: Bool) {
    guard areSeen == isPaused, let header = stream.header else { return }
    guard let signal = areSeen ? header.continueSignal : header.stopSignal else { return }
    command.send(signal)
    isPaused = !areSeen
  }

  private func take(_ bytes: [UInt8]) {
    do throws(I3barStream.Mistake) {
      if let blocks = try stream.append(bytes) {
        hasShown = true
        show(blocks)
      }
      for mistake in stream.takeMistakes() {
        outlet.report(mistake.words)
        // The blocks that are shown stay on the bar.
        if !hasShown { outlet.fail(mistake.words, words: Self.mistakeWords) }
      }
    } catch {
      outlet.fail(error.words, words: Self.mistakeWords)
      command.giveUp()
    }
  }

  private static var mistakeWords: String {
    localized("The output of the command does not follow the protocol of i3bar.")
  }

  private func show(_ blocks: [I3barBlock]) {
    let items = I3barReading.items(blocks, takeClicks: stream.header?.wantsClicks == true)
    self.blocks = Dictionary(zip(items.map(\.id), blocks)) { first, _ in first }
    outlet.show(ModuleReading(["text": .text("")], items: items))
  }
}
