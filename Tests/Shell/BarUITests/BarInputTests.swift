import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

@Suite struct BarInputTests {
  private let one = ModuleName(.text, "one")
  private let two = ModuleName(.text, "two")

  /// A bar of two modules, and what is done with it.
  private func stage(_ change: (inout Settings) -> Void) -> (State, BarInput) {
    var settings = Settings()
    (settings.bar.start, settings.bar.center) = ([one, two], [])
    for name in [one, two] { settings.modules[name] = .defaults(of: .text) }
    change(&settings)
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: .start)
    for name in [one, two] { _ = state.update(.moduleReadingChanged(name, .text("text")), now: .start) }
    var input = BarInput()
    input.show(layout(state, input), scale: 1)
    return (state, input)
  }

  private func layout(_ state: State, _ input: BarInput) -> LaidOutView {
    var view = BarView(
      state: state, size: PixelSize(width: 400, height: 32), scale: 1,
      material: Material(name: "test", isDark: true, blurRadius: 30, chain: .identity))
    view.interaction = input.interaction
    return view.laidOut(measurer: MonospaceMeasurer())
  }

  private func item(_ name: ModuleName, _ place: Int) -> BarItem {
    BarItem(zone: .start, place: [place], module: name)
  }

  @Test func `the room between an end of the bar and its first module is the module's`() {
    let (state, unused) = stage { $0.bar.endPadding = 12 }
    var input = unused
    input.show(layout(state, input), scale: 1, endPadding: 12)
    func place(_ x: Double) -> Double { input.onModule(PointerEvent(.moved, x: x, y: 5)).x }
    #expect([0, 11.5, 12, 100].map(place) == [12, 12, 12, 100])
    #expect(input.onModule(TouchEvent(.began, id: 1, x: 3, y: 0)).x == 12)
    var settings = state.settings
    (settings.bar.start, settings.bar.end) = ([], [one])
    var other = state
    _ = other.update(.settingsLoaded(settings), now: .start)
    input.show(layout(other, input), scale: 1, endPadding: 12)
    #expect([0, 387, 388, 399.5, 400].map(place) == [0, 387, 387.5, 387.5, 387.5])
  }

  @Test func `the ends of an island belong to the modules beside them`() {
    let (state, unused) = stage {
      ($0.bar.glass, $0.bar.islandPadding, $0.bar.islandGap) = (.modules, 10, 30)
    }
    var input = unused
    let shown = layout(state, input)
    input.show(shown, scale: 1, endPadding: state.settings.bar.sheetPadding)
    let sheets = shown.scene.panes.map(\.frame)
    #expect(sheets.count == 2 && sheets[1].x - sheets[0].maxX == 30)
    func place(_ x: Int) -> Double { input.onModule(PointerEvent(.moved, x: Double(x), y: 5)).x }
    for sheet in sheets {
      #expect(place(sheet.x) == Double(sheet.x + 10))
      #expect(place(sheet.maxX) == Double(sheet.maxX) - 10.5)
    }
    let between = sheets[0].maxX + 15
    #expect(place(between) == Double(between), "between islands there is no module")
  }

  @Test func `taps, wheels and fingers use the module under them, from edge to edge of the bar`() {
    var (_, input) = stage {
      $0.modules[one]?.style.on = [
        .click: .command(["a"]), .right: .builtIn("refresh"), .scrollUp: .command(["b"]),
        .scrollDown: .command(["c"]), .touchLong: .command(["d"]),
      ]
    }
    func click(_ button: PointerEvent.Button, x: Double, y: Double) -> [BarInput.Effect] {
      _ = input.follow(PointerEvent(.entered, x: x, y: y))
      return input.follow(PointerEvent(.pressed(button), x: x, y: y))
        + input.follow(PointerEvent(.released(button), x: x, y: y))
    }
    #expect(click(.left, x: 20, y: 0) == [.use(item(one, 0), .click)])
    #expect(click(.left, x: 20, y: 31) == [.use(item(one, 0), .click)])
    #expect(click(.right, x: 20, y: 16) == [.use(item(one, 0), .right)])
    #expect(click(.middle, x: 20, y: 16) == [])
    #expect(click(.left, x: 80, y: 16) == [])
    #expect(click(.left, x: 300, y: 16) == [])
    func scroll(_ dy: Double, notches: Double? = nil) -> [BarInput.Effect] {
      input.follow(
        PointerEvent(
          .scrolled(dx: 0, dy: dy), x: 20, y: 16, notches: notches.map { PointerEvent.Notches(x: 0, y: $0) }))
    }
    #expect(scroll(15, notches: 1) == [.use(item(one, 0), .scrollDown)])
    #expect(scroll(-10) == [] && scroll(-5) == [.use(item(one, 0), .scrollUp)])
    _ = input.follow(TouchEvent(.began, id: 1, x: 20, y: 16), now: .start)
    let held = Instant.start + .seconds(1)
    #expect(input.nextDeadline != nil && input.deadlineReached(now: held) == [.use(item(one, 0), .touchLong)])
  }

  @Test func `arrows move through the modules that can be clicked, Return clicks and Escape leaves`() {
    var (_, input) = stage {
      $0.modules[one]?.style.on = [.click: .command(["a"])]
      $0.modules[two]?.style.on = [.click: .command(["b"])]
    }
    func press(_ keysym: UInt32) -> [BarInput.Effect] { input.follow(KeyEvent(keysym: keysym)) }
    input.focusFirst()
    #expect(press(0xff0d) == [.use(item(one, 0), .click)])
    #expect(press(0xff53) == [] && press(0xff0d) == [.use(item(two, 1), .click)])
    #expect(press(0xff51) == [] && press(0x20) == [.use(item(one, 0), .click)])
    #expect(press(0xff1b) == [.leaveKeyboard])
    input.loseKeyboard()
    #expect(input.interaction.focused == nil)
  }

  @Test func `where there is another bar, the focus goes on to it from the last module and from the first`() {
    var (_, input) = stage {
      $0.modules[one]?.style.on = [.click: .command(["a"])]
      $0.modules[two]?.style.on = [.click: .command(["b"])]
    }
    func press(_ keysym: UInt32, _ modifiers: KeyModifiers = []) -> [BarInput.Effect] {
      input.follow(KeyEvent(keysym: keysym, modifiers: modifiers))
    }
    input.leadsOn = true
    input.focusFirst()
    #expect(press(Keysym.left) == [.walkOn(isBack: true)])
    #expect(press(Keysym.tab, .shift) == [.walkOn(isBack: true)])
    #expect(press(Keysym.right) == [] && press(Keysym.right) == [.walkOn(isBack: false)])
    #expect(press(Keysym.tab) == [.walkOn(isBack: false)])
    input.loseKeyboard()
    input.focusFirst(fromEnd: true)
    #expect(press(Keysym.enter) == [.use(item(two, 1), .click)])
    input.leadsOn = false
    #expect(press(Keysym.right) == [] && press(Keysym.enter) == [.use(item(one, 0), .click)])
  }

  @Test func `where nothing on a bar can have the focus, any direction leads on to another bar`() {
    var (_, input) = stage { _ in }
    input.leadsOn = true
    input.focusFirst()
    #expect(input.follow(KeyEvent(keysym: Keysym.tab)) == [.walkOn(isBack: false)])
    #expect(input.follow(KeyEvent(keysym: Keysym.left)) == [.walkOn(isBack: true)])
  }

  @Test func `the key of menus asks for the menu of the module with the focus`() {
    var (_, input) = stage {
      $0.modules[one]?.style.on = [.click: .command(["a"])]
      $0.modules[two]?.style.on = [.right: .command(["b"])]
    }
    let keys = [KeyEvent(keysym: Keysym.menu), KeyEvent(keysym: Keysym.f10, modifiers: .shift)]
    for key in keys { #expect(input.follow(key) == []) }
    input.focusFirst()
    for key in keys { #expect(input.follow(key) == [.menu(item(one, 0))]) }
    #expect(input.follow(KeyEvent(keysym: Keysym.right)) == [])
    for key in keys { #expect(input.follow(key) == [.menu(item(two, 1))]) }
    #expect(input.follow(KeyEvent(keysym: Keysym.f10)) == [])
  }

  @Test func `an item of a module has the focus itself, and the key of menus asks for its menu`() {
    let workspaces = ModuleName(.workspaces)
    var (state, input) = stage {
      $0.bar.start = [workspaces]
      $0.modules[workspaces] = .defaults(of: .workspaces)
    }
    let items = ["1", "2"].map { ItemReading(id: $0, ["name": .text($0)]) }
    _ = state.update(.moduleReadingChanged(workspaces, ModuleReading(items: items)), now: .start)
    input.show(layout(state, input), scale: 1)
    input.focusFirst()
    for id in ["1", "2"] {
      let item = BarItem(zone: .start, place: [0], module: workspaces, item: id)
      #expect(input.focused == item)
      #expect(input.follow(KeyEvent(keysym: Keysym.menu)) == [.menu(item)])
      #expect(input.follow(KeyEvent(keysym: Keysym.right)) == [])
    }
  }

  @Test func `keys scroll the module with the focus, and click it with the middle button`() {
    let gestures: [ModuleGesture] = [.middle, .scrollUp, .scrollDown, .scrollLeft, .scrollRight]
    var (_, input) = stage {
      for gesture in gestures { $0.modules[one]?.style.on[gesture] = .command([gesture.rawValue]) }
    }
    input.focusFirst()
    let keys: [(UInt32, KeyModifiers, ModuleGesture)] = [
      (Keysym.plus, .shift, .scrollUp), (Keysym.minus, [], .scrollDown), (Keysym.keypadAdd, [], .scrollUp),
      (Keysym.keypadSubtract, [], .scrollDown), (Keysym.up, .control, .scrollUp),
      (Keysym.down, .control, .scrollDown), (Keysym.left, .control, .scrollLeft),
      (Keysym.right, .control, .scrollRight), (Keysym.enter, .control, .middle),
      (Keysym.keypadEnter, .control, .middle),
    ]
    for (keysym, modifiers, gesture) in keys {
      #expect(input.follow(KeyEvent(keysym: keysym, modifiers: modifiers)) == [.use(item(one, 0), gesture)])
    }
    // The focus has stayed where it is.
    #expect(input.focused == item(one, 0))
  }

  @Test func `what has nothing but a tooltip can have the focus, and shows that, but not the pointer`() throws
  {
    var (state, input) = stage { _ in }
    _ = state.update(.moduleReadingChanged(two, .failure("broken")), now: .start)
    let still = layout(state, input)
    input.show(still, scale: 1)
    input.focusFirst()
    #expect(input.focused == item(two, 1))
    #expect(layout(state, input).scene != still.scene)
    input.loseKeyboard()
    _ = input.follow(PointerEvent(.entered, x: 70, y: 16))
    #expect(layout(state, input).scene == still.scene)
  }

  @Test func `buttons at the side of a mouse have gestures of their own`() {
    var (_, input) = stage {
      $0.modules[one]?.style.on = [.back: .command(["a"]), .forward: .command(["b"])]
    }
    let codes: [(UInt32, ModuleGesture)] = [
      (0x113, .back), (0x114, .forward), (0x115, .forward), (0x116, .back),
    ]
    for (code, gesture) in codes {
      let button = PointerEvent.Button(code: code)
      _ = input.follow(PointerEvent(.entered, x: 20, y: 16))
      _ = input.follow(PointerEvent(.pressed(button), x: 20, y: 16))
      #expect(input.follow(PointerEvent(.released(button), x: 20, y: 16)) == [.use(item(one, 0), gesture)])
    }
  }

  @Test func `a module under the pointer lies on a fill, and one that does nothing does not`() {
    var (state, input) = stage { $0.modules[one]?.style.on = [.click: .command(["a"])] }
    let still = layout(state, input).scene
    _ = input.follow(PointerEvent(.entered, x: 20, y: 16))
    #expect(layout(state, input).scene != still)
    #expect(input.cursor == .pointer)
    _ = input.follow(PointerEvent(.moved, x: 80, y: 16))
    #expect(layout(state, input).scene == still && input.cursor == .default)
    _ = state.update(.deadlineReached, now: .start)
  }

  @Test func `a drawer shows its first module until it is opened`() {
    let group = ModuleName(.group, "g")
    let (closed, _) = stage {
      var settings = GroupSettings()
      (settings.modules, settings.isDrawer) = ([one, two], true)
      $0.modules[group] = ModuleSettings(.group, settings)
      $0.bar.start = [group]
    }
    var state = closed
    func report() -> [String] {
      let input = BarInput()
      return BarReport(
        output: "A", layout: layout(state, input), frame: PixelRect(x: 0, y: 0, width: 400, height: 32),
        scale: 1,
        state: state
      ).modules.map(\.name)
    }
    #expect(report() == ["group.g", "text.one"])
    var input = BarInput()
    input.show(layout(state, input), scale: 1)
    // The handle is beside the first module.
    _ = input.follow(PointerEvent(.entered, x: 62, y: 16))
    _ = input.follow(PointerEvent(.pressed(.left), x: 62, y: 16))
    #expect(input.follow(PointerEvent(.released(.left), x: 62, y: 16)) == [.toggleDrawer(group)])
    #expect(state.update(.drawerToggled(group, on: "A"), now: .start) == [.redraw])
    #expect(report() == ["group.g", "text.one", "text.two"])
    #expect(state.update(.drawerHovered(group, isOpen: true, on: "A"), now: .start) == [])
    #expect(state.update(.drawerHovered(group, isOpen: false, on: "A"), now: .start) == [.redraw])
    #expect(report() == ["group.g", "text.one"])
  }

  @Test(
    arguments: [
      (OutputEdge.top, LayoutDirection.leftToRight, .forward, "go-next", "go-previous"),
      (.bottom, .rightToLeft, .forward, "go-previous", "go-next"),
      (.left, .leftToRight, .forward, "go-down", "go-up"),
      (.right, .rightToLeft, .forward, "go-down", "go-up"),
      (.top, .leftToRight, .back, "go-previous", "go-next"),
      (.top, .rightToLeft, .back, "go-next", "go-previous"), (.left, .leftToRight, .back, "go-up", "go-down"),
    ] as [(OutputEdge, LayoutDirection, GroupSettings.Direction, String, String)])
  func `the arrow of a drawer points to where its modules appear`(
    edge: OutputEdge, direction: LayoutDirection, side: GroupSettings.Direction, closed: String, open: String
  ) throws {
    let group = ModuleName(.group, "g")
    var (state, _) = stage {
      var settings = GroupSettings()
      (settings.modules, settings.isDrawer, settings.direction) = ([one, two], true, side)
      $0.modules[group] = ModuleSettings(.group, settings)
      ($0.bar.start, $0.bar.edge, $0.direction) = ([group], edge, direction)
    }
    func shown() throws -> (texts: [PixelRect], arrow: ImageNode) {
      var view = BarView(
        state: state,
        size: edge.isLevel ? PixelSize(width: 400, height: 32) : PixelSize(width: 60, height: 300),
        scale: 1, material: Material(name: "test", isDark: true, blurRadius: 30, chain: .identity))
      view.bar = state.settings.bar
      let scene = view.scene(measurer: MonospaceMeasurer())
      let arrow = try #require(scene.images.first)
      // The arrow is in the middle of the bar's thickness.
      let (near, far) =
        edge.isLevel ? (arrow.frame.y, 32 - arrow.frame.maxY) : (arrow.frame.x, 60 - arrow.frame.maxX)
      #expect(near == far)
      return (scene.texts.map(\.frame), arrow)
    }
    func symbol(_ name: String) -> Bitmap? { BuiltInSymbols.bitmap(named: name, side: 12) }
    let before = try shown()
    #expect(before.texts.count == 1 && before.arrow.bitmap == symbol(closed))
    _ = state.update(.drawerToggled(group, on: "A"), now: .start)
    let after = try shown()
    #expect(after.texts.count == 2 && after.arrow.bitmap == symbol(open))
    // The modules are where the arrow pointed.
    let (handle, module) = (after.arrow.frame, after.texts[side == .forward ? 1 : 0])
    switch closed {
    case "go-next": #expect(module.x >= handle.maxX)
    case "go-previous": #expect(module.maxX <= handle.x)
    case "go-up": #expect(module.maxY <= handle.y)
    default: #expect(module.y >= handle.maxY)
    }
  }

  @Test func `a drawer keeps as many modules as the settings say, and may be open at first`() {
    let (group, three) = (ModuleName(.group, "g"), ModuleName(.text, "three"))
    func shown(_ change: (inout GroupSettings) -> Void) -> [String] {
      var (state, _) = stage {
        var settings = GroupSettings()
        (settings.modules, settings.isDrawer) = ([one, two, three], true)
        change(&settings)
        $0.modules[group] = ModuleSettings(.group, settings)
        $0.modules[three] = .defaults(of: .text)
        $0.bar.start = [group]
      }
      _ = state.update(.moduleReadingChanged(three, .text("text")), now: .start)
      return BarReport(
        output: "A", layout: layout(state, BarInput()), frame: PixelRect(x: 0, y: 0, width: 400, height: 32),
        scale: 1, state: state
      ).modules.map(\.name).filter { $0 != "group.g" }
    }
    #expect(shown { $0.kept = 2 } == ["text.one", "text.two"])
    #expect(shown { ($0.kept, $0.direction) = (2, .back) } == ["text.two", "text.three"])
    #expect(shown { $0.kept = 9 } == ["text.one", "text.two", "text.three"])
    #expect(shown { $0.startsOpen = true } == ["text.one", "text.two", "text.three"])
  }

  @Test func `a group apart from other modules has its padding around its members`() {
    let group = ModuleName(.group, "g")
    func frames(_ padding: [Double]?) -> [PixelRect] {
      let (state, _) = stage {
        var settings = GroupSettings()
        settings.modules = [one]
        $0.modules[group] = ModuleSettings(.group, settings)
        $0.modules[group]?.style.look.margins = [0, 0]
        $0.modules[group]?.style.look.padding = padding
        $0.bar.start = [group, two]
      }
      return BarReport(
        output: "A", layout: layout(state, BarInput()), frame: PixelRect(x: 0, y: 0, width: 400, height: 32),
        scale: 1, state: state
      ).modules.map { PixelRect(x: Int($0.frame.x), y: 0, width: Int($0.frame.width), height: 1) }
    }
    let (plain, padded) = (frames(nil), frames([20, 5]))
    #expect(plain.count == 2 && padded.map(\.width) == plain.map(\.width))
    #expect(zip(plain, padded).map { $1.x - $0.x } == [20, 25])
  }

  @Test func `a group is as wide as its least width, with its members at the side that is set`() {
    let group = ModuleName(.group, "g")
    func places(_ least: Double?, _ side: ContentSide? = nil) -> [Double] {
      let (state, _) = stage {
        var settings = GroupSettings()
        settings.modules = [one]
        $0.modules[group] = ModuleSettings(.group, settings)
        $0.modules[group]?.style.look.minWidth = least
        $0.modules[group]?.style.look.side = side
        $0.bar.start = [group, two]
      }
      return BarReport(
        output: "A", layout: layout(state, BarInput()), frame: PixelRect(x: 0, y: 0, width: 400, height: 32),
        scale: 1, state: state
      ).modules.filter { $0.name != "group.g" }.map(\.frame.x)
    }
    let plain = places(nil)
    #expect(plain.count == 2)
    #expect(places(1) == plain)
    let (middle, start) = (places(200), places(200, .leading))
    #expect(start[0] == plain[0] && middle[1] == start[1])
    // The free room of the group is at both sides of its member.
    let (free, before) = (start[1] - plain[1], middle[0] - plain[0])
    #expect(free > 100 && abs(free - 2 * before) <= 1)
  }

  @Test(arguments: GroupSettings.Direction.allCases)
  func `without an arrow a click on a module that is always shown opens the drawer`(
    direction: GroupSettings.Direction
  ) {
    let group = ModuleName(.group, "g")
    let (state, _) = stage {
      var settings = GroupSettings()
      (settings.modules, settings.isDrawer, settings.hasArrow) = ([one, two], true, false)
      settings.direction = direction
      $0.modules[group] = ModuleSettings(.group, settings)
      $0.modules[direction == .forward ? one : two]?.style.on = [:]
      $0.bar.start = [group]
    }
    var input = BarInput()
    let shown = layout(state, input)
    #expect(shown.scene.images.isEmpty)
    input.show(shown, scale: 1)
    _ = input.follow(PointerEvent(.entered, x: 20, y: 16))
    #expect(input.pointed.flatMap { state.settings.openingGroups($0, on: state.settings.bar) } == [])
    _ = input.follow(PointerEvent(.pressed(.left), x: 20, y: 16))
    #expect(input.follow(PointerEvent(.released(.left), x: 20, y: 16)) == [.toggleDrawer(group)])
  }

  @Test func `a drawer that was closed stays closed when the settings are read again`() {
    let group = ModuleName(.group, "g")
    var settings = GroupSettings()
    (settings.modules, settings.isDrawer, settings.startsOpen) = ([one, two], true, true)
    var (state, _) = stage { [settings] in
      $0.modules[group] = ModuleSettings(.group, settings)
      $0.bar.start = [group]
    }
    #expect(state.openDrawers() == [group])
    _ = state.update(.drawerToggled(group, on: nil), now: .start)
    var all = state.settings
    all.bar.spacing = 9
    _ = state.update(.settingsLoaded(all), now: .start)
    #expect(state.openDrawers().isEmpty)
  }

  @Test func `three clicks in a row are a click, a double one and a triple one, each followed by a release`()
  {
    var (_, input) = stage {
      $0.modules[one]?.style.on = [
        .click: .command(["a"]), .double: .command(["b"]), .triple: .command(["c"]),
        .release: .command(["d"]),
      ]
    }
    _ = input.follow(PointerEvent(.entered, x: 20, y: 16))
    func click(_ time: UInt32) -> [BarInput.Effect] {
      _ = input.follow(PointerEvent(.pressed(.left), x: 20, y: 16, time: time))
      return input.follow(PointerEvent(.released(.left), x: 20, y: 16, time: time))
    }
    for _ in 0..<2 {
      #expect(click(100) == [.use(item(one, 0), .click), .use(item(one, 0), .release)])
      #expect(click(200) == [.use(item(one, 0), .double), .use(item(one, 0), .release)])
      #expect(click(300) == [.use(item(one, 0), .triple), .use(item(one, 0), .release)])
    }
    #expect(click(5000).first == .use(item(one, 0), .click))
    // A button that is lifted elsewhere makes no click.
    _ = input.follow(PointerEvent(.pressed(.left), x: 20, y: 16, time: 9000))
    _ = input.follow(PointerEvent(.moved, x: 80, y: 16, time: 9100))
    #expect(
      input.follow(PointerEvent(.released(.left), x: 80, y: 16, time: 9200)) == [.use(item(one, 0), .release)]
    )
  }

  @Test func `a module hears of a pointer that comes and leaves, and no other does`() {
    var (state, input) = stage {
      $0.modules[one]?.style.on = [.enter: .command(["a"]), .leave: .command(["b"])]
    }
    (input.scrollRules, input.motionModules) = state.settings.inputRules(on: state.settings.bar)
    #expect(input.motionModules == [one])
    func move(_ kind: PointerEvent.Kind, _ x: Double) -> [BarInput.Effect] {
      input.follow(PointerEvent(kind, x: x, y: 16))
    }
    #expect(move(.entered, 20) == [.use(item(one, 0), .enter)])
    #expect(move(.moved, 24) == [])
    #expect(move(.moved, 80) == [.use(item(one, 0), .leave)])
    #expect(move(.moved, 20) == [.use(item(one, 0), .enter)])
    #expect(move(.left, 20) == [.use(item(one, 0), .leave)])
    // Such a module is not drawn as one that can be clicked.
    let still = layout(state, input).scene
    _ = move(.entered, 20)
    #expect(layout(state, input).scene == still && input.cursor == .default)
    _ = state.update(.deadlineReached, now: .start)
  }

  @Test func `a module is scrolled as its settings say`() {
    let scrolls: [ModuleGesture: ModuleAction] = [.scrollUp: .command(["a"]), .scrollDown: .command(["b"])]
    var (state, input) = stage {
      for name in [one, two] { $0.modules[name]?.style.on = scrolls }
      $0.modules[one]?.style.scrolling.threshold = 40
      $0.modules[one]?.style.scrolling.reversal = .touchpad
    }
    (input.scrollRules, input.motionModules) = state.settings.inputRules(on: state.settings.bar)
    func scroll(_ x: Double, _ dy: Double, notches: Double? = nil) -> [BarInput.Effect] {
      input.follow(
        PointerEvent(
          .scrolled(dx: 0, dy: dy), x: x, y: 16, notches: notches.map { PointerEvent.Notches(x: 0, y: $0) }))
    }
    #expect(scroll(20, 39) == [] && scroll(20, 1) == [.use(item(one, 0), .scrollUp)])
    #expect(scroll(20, 10, notches: 1) == [.use(item(one, 0), .scrollDown)])
    #expect(scroll(80, 15) == [.use(item(two, 1), .scrollDown)])
    _ = state.update(.deadlineReached, now: .start)
  }

  @Test(arguments: [(ModuleCursor.arrow, CursorShape.default), (.pointer, .pointer), (.text, .text)])
  func `a module has the cursor of its settings`(cursor: ModuleCursor, shape: CursorShape) {
    var (_, input) = stage {
      $0.modules[one]?.style.on = [.click: .command(["a"])]
      $0.modules[one]?.style.look.cursor = cursor
      $0.modules[two]?.style.look.cursor = cursor
    }
    _ = input.follow(PointerEvent(.entered, x: 20, y: 16))
    #expect(input.cursor == shape)
    // The module need not do anything.
    _ = input.follow(PointerEvent(.moved, x: 80, y: 16))
    #expect(input.cursor == shape)
  }

  @Test(
    arguments: [
      (.none, nil, .scrollDown), (.none, 1, .scrollDown), (.touchpad, nil, .scrollUp),
      (.touchpad, 1, .scrollDown), (.wheel, nil, .scrollDown), (.wheel, 1, .scrollUp), (.all, nil, .scrollUp),
      (.all, 1, .scrollUp),
    ] as [(ScrollRule.Reversal, Double?, ModuleGesture)])
  func `the direction is reversed for the devices of the settings`(
    reversal: ScrollRule.Reversal, notches: Double?, gesture: ModuleGesture
  ) {
    var (steps, rule) = (ScrollSteps(), ScrollRule())
    rule.reversal = reversal
    #expect(
      steps.add(15, notches: notches, .vertical, on: ViewID(1), scale: 1, rule: rule) == [gesture])
  }

  @Test func `a report has frames in logical pixels of the output`() throws {
    let (state, input) = stage { $0.modules[one]?.style.look.hasPill = true }
    let report = BarReport(
      output: "DP-1", layout: layout(state, input), frame: PixelRect(x: 100, y: 40, width: 400, height: 32),
      scale: 2, state: state)
    #expect(report.frame == LogicalRect(x: 50, y: 20, width: 200, height: 16))
    let module = try #require(report.modules.first)
    #expect(module.name == "text.one" && module.zone == .start && module.shown?.text == "text")
    // 4 of the bar, and 8 + 32 + 8 of the module.
    #expect(module.frame == LogicalRect(x: 52, y: 20, width: 24, height: 16))
  }
}

@Suite struct ModuleInkTests {
  @Test(arguments: [[1, 0.27, 0.23, 1], [0, 0, 0.6, 0.5]] as [SIMD4<Double>])
  func `a colour of the settings is left to the glass, which makes it legible`(colour: SIMD4<Double>) {
    let module = ModuleName(.text, "one")
    var settings = Settings()
    (settings.bar.start, settings.bar.center) = ([module], [])
    var one = ModuleSettings.defaults(of: .text)
    one.style.look.ink = .colour(colour)
    settings.modules[module] = one
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: .start)
    _ = state.update(.moduleReadingChanged(module, .text("text")), now: .start)
    let scene = BarView(
      state: state, size: PixelSize(width: 400, height: 32), scale: 1,
      material: Material(.systemMaterial, isDark: true)
    ).scene(measurer: MonospaceMeasurer())
    #expect(scene.texts.map(\.ink) == [.colour(colour)])
    guard case .effect(let sheet)? = scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(sheet.legibility == Legibility(contrast: settings.legibility.contrast))
  }
}

@Suite struct ScrollStepsTests {
  private func view(_ key: Int) -> ViewID { ViewID(key) }

  @Test func `what two fingers scroll adds up to steps`() {
    var steps = ScrollSteps()
    #expect(steps.add(14, notches: nil, .vertical, on: view(1), scale: 1) == [])
    #expect(steps.add(16, notches: nil, .vertical, on: view(1), scale: 1) == [.scrollDown, .scrollDown])
    #expect(steps.add(20, notches: nil, .vertical, on: view(1), scale: 2) == [])
    #expect(steps.add(-10, notches: nil, .vertical, on: view(1), scale: 1) == [])
    #expect(steps.add(-5, notches: nil, .vertical, on: view(1), scale: 1) == [.scrollUp])
    #expect(steps.add(14, notches: nil, .horizontal, on: view(1), scale: 1) == [])
    #expect(steps.add(14, notches: nil, .horizontal, on: view(2), scale: 1) == [])
    #expect(steps.add(1, notches: nil, .horizontal, on: view(2), scale: 1) == [.scrollRight])
  }

  @Test func `a fine wheel gives a step for each whole notch, and a flood is bounded`() {
    var steps = ScrollSteps()
    for turn in 1...20 {
      let found = steps.add(1, notches: 0.2, .vertical, on: view(1), scale: 1)
      #expect(found == (turn.isMultiple(of: 5) ? [.scrollDown] : []))
    }
    #expect(steps.add(1e9, notches: nil, .horizontal, on: view(1), scale: 1).count == 10)
    #expect(steps.add(.nan, notches: nil, .horizontal, on: view(1), scale: 1).isEmpty)
    #expect(steps.add(.infinity, notches: nil, .vertical, on: view(1), scale: 1).isEmpty)
  }
}
