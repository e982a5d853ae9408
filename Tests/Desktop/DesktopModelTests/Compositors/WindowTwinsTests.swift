import DesktopModel
import Testing

struct WindowTwinsTests {
  private func window(
    _ id: Int, _ title: String, app: String = "foot", _ change: (inout Window) -> Void = { _ in }
  ) -> Window {
    var window = Window(id: WindowID(rawValue: id), title: title, appID: app)
    change(&window)
    return window
  }

  private func state(_ windows: Window..., tellsContents: Bool = false) -> CompositorState {
    var state = CompositorState(tellsContents: tellsContents)
    state.update(.windowsListed(windows, active: nil))
    state.update(.statusChanged(.connected))
    return state
  }

  @Test func `windows are the same by program and title, and of several that with the keyboard`() {
    let others = state(
      window(101, "one"), window(102, "two"), window(103, "two") { $0.isFocused = true },
      window(104, "one", app: "web"))
    let twins = WindowTwins(others, isSame: false)
    #expect(twins.twin(of: window(1, "one"))?.id.rawValue == 101)
    #expect(twins.twin(of: window(1, "one", app: "web"))?.id.rawValue == 104)
    #expect(twins.twin(of: window(1, "two")) == nil && twins.twin(of: window(1, "three")) == nil)
    #expect(twins.twin(of: window(1, "two") { $0.isFocused = true })?.id.rawValue == 103)
    #expect(WindowTwins(others, isSame: true).twin(of: window(102, "renamed"))?.title == "two")
  }

  @Test func `windows have the order of the numbers at the other source, once these are known`() {
    func titles(_ order: WindowOrder, _ windows: [Window]) -> [String] {
      order.sorted(windows).map(\.title)
    }
    let own = [window(1, "three"), window(2, "two"), window(3, "one")]
    var order = WindowOrder()
    #expect(titles(order, own) == ["three", "two", "one"])
    order.follow(own, WindowTwins(state(window(101, "one"), window(103, "three")), isSame: false))
    #expect(titles(order, own) == ["one", "three", "two"], "what has no number is last")
    let all = state(window(101, "one"), window(102, "two"), window(103, "three"))
    order.follow(own, WindowTwins(all, isSame: false))
    #expect(titles(order, own) == ["one", "two", "three"])
    // A title that only one source knows yet moves nothing.
    let renamed = [window(1, "four"), window(2, "two"), window(3, "one")]
    order.follow(renamed, WindowTwins(all, isSame: false))
    #expect(titles(order, renamed) == ["one", "two", "four"])
    // A window that was opened later is no former one, though they have the same title.
    let later = renamed + [window(4, "one")]
    order.follow(later, WindowTwins(all, isSame: false))
    #expect(order.sorted(later).map(\.id.rawValue) == [3, 2, 1, 4])
    order.follow([], WindowTwins(all, isSame: false))
    #expect(order == WindowOrder())
  }

  @Test func `of windows that cannot be distinguished, the last one is known by the others`() {
    let own = [window(1, "a") { $0.isFocused = true }, window(2, "a")]
    let others = state(window(101, "a"), window(102, "a") { $0.isFocused = true })
    var order = WindowOrder()
    order.follow(own, WindowTwins(others, isSame: false))
    #expect(order.sorted(own).map(\.id.rawValue) == [2, 1])
  }

  @Test func `a window is known as soon as the one that it was mistaken for is`() {
    let own = [window(1, "b", app: "web"), window(2, "a"), window(3, "a") { $0.isFocused = true }]
    let others = state(
      window(5, "a") { $0.isFocused = true }, window(6, "a"), window(7, "b", app: "web"))
    var order = WindowOrder()
    order.follow(own, WindowTwins(others, isSame: false))
    #expect(order.sorted(own).map(\.id.rawValue) == [3, 2, 1])
  }

  @Test func `windows that cannot be distinguished change places among each other alone`() {
    func order(_ order: WindowOrder, _ windows: [Window]) -> [Int] {
      order.sorted(windows).map(\.id.rawValue)
    }
    func own(focused: Int) -> [Window] {
      [window(1, "web", app: "web"), window(2, "a"), window(3, "a"), window(4, "a")].map {
        var window = $0
        window.isFocused = window.id.rawValue == focused
        return window
      }
    }
    func twins(focused: Int, _ more: Int...) -> WindowTwins {
      let windows = ([5, 7, 8] + more).map { id in window(id, "a") { $0.isFocused = id == focused } }
      var all = CompositorState(tellsContents: false)
      all.update(
        .windowsListed(windows + [window(9, "web", app: "web") { $0.isFocused = focused == 9 }], active: nil))
      all.update(.statusChanged(.connected))
      return WindowTwins(all, isSame: false)
    }
    var known = WindowOrder()
    known.follow(own(focused: 1), twins(focused: 9))
    #expect(order(known, own(focused: 1)) == [4, 3, 2, 1])
    // The window with the focus turns out to be the oldest one.
    known.follow(own(focused: 2), twins(focused: 5))
    #expect(order(known, own(focused: 2)).last == 1 && order(known, own(focused: 2)).first == 2)
    // One that is opened later stands behind all others.
    let before = order(known, own(focused: 2))
    let later = own(focused: 2) + [window(6, "a")]
    known.follow(later, twins(focused: 5))
    #expect(order(known, later) == before + [6])
    known.follow(later, twins(focused: 5, 11))
    #expect(order(known, later) == before + [6])
  }

  @Test func `urgency and the scratchpad are told by the other source`() {
    let own = state(
      window(1, "one"), window(2, "two"), window(3, "two") { $0.isFocused = true }, window(4, "four"))
    let others = state(
      window(101, "one") { $0.isUrgent = true }, window(102, "two") { $0.isUrgent = true },
      window(103, "two"),
      window(104, "four") { $0.isInScratchpad = true }, tellsContents: true)
    let whole = WindowTwins(others, isSame: false).completing(own)
    #expect(whole.windows.map(\.isUrgent) == [true, true, false, false])
    #expect(whole.windows.map(\.isMinimised) == [false, false, false, true])
    #expect(whole.windows.map(\.id) == own.windows.map(\.id) && whole.status == .connected)
    #expect(WindowTwins(others, isSame: true).completing(own) == own)
  }

  @Test func `a window with the keyboard is not minimised, though it lies in the scratchpad`() {
    let own = state(window(1, "one") { $0.isFocused = true }, window(2, "two"))
    let others = state(
      window(101, "one") { $0.isInScratchpad = true }, window(102, "two") { $0.isInScratchpad = true })
    #expect(WindowTwins(others, isSame: false).completing(own).windows.map(\.isMinimised) == [false, true])
  }

  @Test
  func `the other source minimises where that of the windows does not, and takes out of the scratchpad`() {
    let own = state(window(1, "one"), window(2, "two"), window(3, "three"))
    let others = state(window(101, "one"), window(102, "two") { $0.isInScratchpad = true })
    func substitute(_ command: CompositorCommand, isIgnored: Bool, isSame: Bool = false) -> CompositorCommand?
    {
      WindowTwins(others, isSame: isSame).substitute(for: command, isIgnored: isIgnored, in: own)
    }
    let (one, two) = (WindowID(rawValue: 1), WindowID(rawValue: 2))
    #expect(
      substitute(.setMinimised(one, true), isIgnored: true) == .setMinimised(WindowID(rawValue: 101), true))
    #expect(substitute(.setMinimised(one, true), isIgnored: false) == nil)
    #expect(substitute(.setMinimised(one, true), isIgnored: true, isSame: true) == nil)
    #expect(substitute(.setMinimised(WindowID(rawValue: 3), true), isIgnored: true) == nil)
    #expect(substitute(.focusWindow(one), isIgnored: false) == nil)
    #expect(
      substitute(.focusWindow(two), isIgnored: false) == .setMinimised(WindowID(rawValue: 102), false))
    #expect(substitute(.closeWindow(one), isIgnored: true) == nil)
  }
}
