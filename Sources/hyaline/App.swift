import Control
import Glibc
import Loop
import Measures
import Readings
import Rendering
import Settings
import ShellModel
import Toml
import Wayland

/// Wires and owns everything: the loop, the connection, the state, a context per output, a source per module.
final class App {
  let loop: EventLoop
  let connection: Connection
  private(set) var contexts: [OutputContext] = []
  private(set) var state: State
  /// How often the settings file was read.
  private(set) var settingsLoads = 0
  private let settingsFile: SettingsFile
  private let shared: SharedResources
  var glObjectCount: Int { shared.graphics?.liveObjectCount ?? 0 }
  var settingsPath: String { settingsFile.path }
  private var sources: [ModuleName: any ReadingSource] = [:]
  private var events: [Event] = []
  private var changedOutputs: [Output] = []
  private var watcher: FileWatcher?
  private var control: ControlServer?
  private var timer: Timer?
  private var tidying: Timer?
  private var exitStatus: Int32 = 0

  /// Connects to the compositor; nothing is shown yet.
  init(_ loop: EventLoop, settingsPath: String) throws(StartError) {
    self.loop = loop
    settingsFile = SettingsFile(path: settingsPath)
    do {
      connection = try Connection()
      try Self.checkProtocols(connection)
    } catch {
      throw StartError(error)
    }
    shared = SharedResources(connection) { [unowned loop] in loop.wakeUp() }
    state = State()
  }

  /// Shows the bar until a signal or the compositor ends it; returns the exit status.
  func run() throws(StartError) -> Int32 {
    defer { tearDown() }
    do {
      control = try ControlServer(try .ofEnvironment(), loop: loop) { [unowned self] request, reply in
        reply(self.answer(request))
      }
      // Watched first, so that no change between reading and watching is missed.
      watcher = try FileWatcher(path: settingsFile.path, loop: loop) { [unowned self] in self.loadSettings() }
    } catch {
      // Mesa's objects on the connection must go before it does.
      tearDown()
      throw StartError(error)
    }
    connection.onClosed = { [unowned self] in self.end(status: 1, "\($0)") }
    connection.outputs.onAdded = { [unowned self] in self.follow($0) }
    for output in connection.outputs.all { follow(output) }
    loadSettings(isStart: true)
    loop.beforeSleep { [unowned self] in self.settle() }
    connection.attach(to: loop)
    loop.run()
    return exitStatus
  }

  /// SIGHUP reads the settings again; any other signal ends the program in order.
  func receive(_ signal: Int32) {
    if signal == SIGHUP { loadSettings() } else { end(status: 0, nil) }
  }

  private static func checkProtocols(_ connection: Connection) throws(WaylandError) {
    // One by one: the first that is missing is named.
    let needed = [
      WlCompositor.interfaceName, WlSubcompositor.interfaceName, WlShm.interfaceName,
      ZwlrLayerShellV1.interfaceName,
    ]
    for name in needed where !connection.globals.all.contains(where: { $0.interface == name }) {
      throw .missingProtocol(name)
    }
  }

  /// Reads the settings; what came of it is handled when the loop settles.
  ///
  /// At start the wrong ones have their defaults; later an error leaves all as they were.
  private func loadSettings(isStart: Bool = false) {
    let contents = settingsFile.load()
    settingsLoads += 1
    if contents.diagnostics.isEmpty || isStart { events.append(.settingsLoaded(contents.settings)) }
    if !contents.diagnostics.isEmpty { events.append(.settingsRejected(contents.messages)) }
    loop.wakeUp()
  }

  /// The end of every batch: state, then commands, then each output once, then one timer.
  private func settle() {
    let now = loop.now
    if let due = state.nextDeadline, due <= now { events.append(.deadlineReached) }
    while !events.isEmpty {
      let batch = events
      events = []
      for event in batch { perform(state.update(event, now: now), now: now) }
    }
    arrangeChangedOutputs(now: now)
    do {
      try startGraphics()
      for context in contexts where context.isOpen { try context.settle(state, now: now) }
    } catch { fail(error) }
    armTimer()
    tidyLater(now: now)
  }

  /// Starts GL when there is something to draw.
  private func startGraphics() throws(RenderingError) {
    guard shared.graphics == nil, contexts.contains(where: \.isOpen) else { return }
    try shared.startGraphics()
    // The compositor has answered meanwhile; the first capture then goes on while programs and fonts are got ready.
    // A failure has been reported.
    if (try? connection.readAndDispatch()) != nil { _ = try? connection.flush() }
  }

  /// Lets the memory go that compiling programs took, once the programs for what happens now are there.
  private func tidyLater(now: Instant) {
    guard tidying == nil, shared.graphics?.holdsCompiler == true else { return }
    tidying = loop.schedule(at: now + .seconds(2), tolerance: .seconds(1)) { [unowned self] in
      tidying = nil
      shared.tidy()
    }
  }

  private func perform(_ commands: [Command], now: Instant) {
    for command in commands {
      switch command {
      case .startModule(let name, let settings):
        sources[name] = ReadingSources.start(module: name, settings: settings, loop: loop) {
          [unowned self] reading in
          self.events.append(.readingChanged(name, reading))
          self.loop.wakeUp()
        }
      case .stopModule(let name): sources.removeValue(forKey: name)?.stop()
      case .arrangeSurfaces:
        for context in contexts { arrange(context, now: now) }
      case .redraw:
        for context in contexts { context.markDirty() }
      case .log(let lines):
        for line in lines { Log.warning(line) }
      }
    }
  }

  private func follow(_ output: Output) {
    output.onChange = { [unowned self] in self.changedOutputs.append($0) }
    output.onRemoved = { [unowned self] in self.remove($0) }
    changedOutputs.append(output)
  }

  private func arrangeChangedOutputs(now: Instant) {
    let changed = changedOutputs
    changedOutputs = []
    for output in changed {
      if let context = contexts.first(where: { $0.output === output }) {
        arrange(context, now: now)
      } else {
        let context = OutputContext(output, shared: shared, settings: state.settings)
        contexts.append(context)
        arrange(context, now: now)
      }
    }
  }

  private func arrange(_ context: OutputContext, now: Instant) {
    do { try context.arrange(state.settings, now: now) } catch {
      Log.error("\(context.name): \(error)")
    }
  }

  private func remove(_ output: Output) {
    changedOutputs.removeAll { $0 === output }
    for context in contexts where context.output === output { context.close() }
    contexts.removeAll { $0.output === output }
  }

  private func armTimer() {
    timer?.cancel()
    let deadlines = contexts.compactMap(\.nextDeadline) + [state.nextDeadline].compactMap { $0 }
    timer = deadlines.min().map { loop.schedule(at: $0) {} }
  }

  private func fail(_ error: RenderingError) {
    end(status: 1, error.words)
  }

  private func end(status: Int32, _ line: String?) {
    if let line { Log.error(line) }
    exitStatus = status
    loop.stop()
  }

  /// Modules first, so that nothing asks for a redraw; then outputs, the socket, graphics and the connection.
  private func tearDown() {
    for source in sources.values { source.stop() }
    sources = [:]
    for context in contexts { context.close() }
    contexts = []
    control?.close()
    watcher?.cancel()
    shared.destroy()
    connection.close()
  }
}
