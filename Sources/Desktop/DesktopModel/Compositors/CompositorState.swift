/// The state of the compositor, as one source has reported it.
public struct CompositorState: Equatable, Sendable {
  public private(set) var status = CompositorStatus.connecting
  /// The workspaces, in the order in which they are to be listed.
  public private(set) var workspaces: [Workspace] = []
  /// The special workspaces, which are laid over the others and are not among them.
  public private(set) var specials: [Workspace] = []
  /// The windows, in the order of the source.
  public private(set) var windows: [Window] = []
  /// The active binding mode; nil for the default one.
  public private(set) var mode: BindingMode?
  /// The layouts of the keyboard that is shown; nil if none is known.
  public private(set) var keyboard: KeyboardLayouts?
  /// The window that had the keyboard last in each workspace.
  private var active: [WorkspaceID: WindowID] = [:]
  /// Whether the source reports in which workspace each window is.
  private let tellsContents: Bool

  /// Makes an empty state; `tellsContents`: the source reports in which workspace each window is.
  public init(tellsContents: Bool) {
    self.tellsContents = tellsContents
  }

  /// Applies an event, and returns whether the state has changed.
  @discardableResult
  public mutating func update(_ event: CompositorEvent) -> Bool {
    let before = self
    take(event)
    return self != before
  }

  /// Applies events in their order, and returns whether the state differs from that before all of them.
  public mutating func update(_ events: [CompositorEvent]) -> Bool {
    let before = self
    for event in events { take(event) }
    return self != before
  }

  /// Whether the states differ in titles of windows alone, or not at all.
  public func differsInTitlesOnly(from other: CompositorState) -> Bool {
    guard windows.count == other.windows.count else { return false }
    var renamed = self
    for place in windows.indices { renamed.windows[place].title = other.windows[place].title }
    return renamed == other
  }

  private mutating func take(_ event: CompositorEvent) {
    switch event {
    case .workspacesListed(let list): replaceWorkspaces(list)
    case .workspaceActivated(let id, let isFocused): activate(id, isFocused: isFocused)
    case .workspaceUrgencyChanged(let id, let isUrgent):
      if let place = place(of: id) { workspaces[place].isUrgent = isUrgent }
    case .activeWindowChanged(let workspace, let window):
      active[workspace] = window
      describeContents()
    case .windowsListed(let list, let active): replaceWindows(list, active: active)
    case .windowChanged(let window): change(window)
    case .windowTitleChanged(let id, let title):
      if let place = place(of: id) { windows[place].title = title }
    case .windowMoved(let id, let frame):
      if let place = place(of: id) { windows[place].frame = frame }
    case .windowUrgencyChanged(let id, let isUrgent):
      if let place = place(of: id) { windows[place].isUrgent = isUrgent }
    case .windowClosed(let id): close(id)
    case .windowFocused(let id): focus(id)
    case .modeChanged(let new): mode = new
    case .layoutsChanged(let layouts): keyboard = layouts
    case .layoutSwitched(let index):
      guard let old = keyboard else { break }
      keyboard = KeyboardLayouts(device: old.device, names: old.names, index: index) ?? old
    case .statusChanged(let status):
      // The state of a failed source may be outdated, and is reported again when the source returns.
      if case .failed = status { self = CompositorState(tellsContents: tellsContents) }
      self.status = status
    }
  }

  // MARK: - Workspaces

  private func place(of id: WorkspaceID) -> Int? { workspaces.firstIndex { $0.id == id } }

  private mutating func replaceWorkspaces(_ list: [Workspace]) {
    var seen: Set<WorkspaceID> = []
    let all = list.filter { seen.insert($0.id).inserted }
    (workspaces, specials) = (all.filter { !$0.isSpecial }, all.filter(\.isSpecial))
    for workspace in workspaces {
      if let window = workspace.activeWindow { active[workspace.id] = window }
    }
    active = active.filter { seen.contains($0.key) }
    describeContents()
  }

  private mutating func activate(_ id: WorkspaceID, isFocused: Bool) {
    guard let place = place(of: id) else { return }
    let outputs = workspaces[place].outputs
    for other in workspaces.indices where other != place {
      if workspaces[other].outputs == outputs { workspaces[other].isVisible = false }
      if isFocused { workspaces[other].isFocused = false }
      if !workspaces[other].isVisible { workspaces[other].isFocused = false }
    }
    workspaces[place].isVisible = true
    if isFocused { workspaces[place].isFocused = true }
  }

  /// Sets `activeWindow` and `isEmpty` of each workspace according to the windows.
  private mutating func describeContents() {
    let filled = Set(windows.lazy.compactMap(\.workspace))
    for place in workspaces.indices {
      let id = workspaces[place].id
      workspaces[place].activeWindow = active[id]
      if tellsContents { workspaces[place].isEmpty = !filled.contains(id) }
    }
  }

  // MARK: - Windows

  private func place(of id: WindowID) -> Int? { windows.firstIndex { $0.id == id } }

  private mutating func replaceWindows(_ list: [Window], active: [WorkspaceID: WindowID]?) {
    var seen: Set<WindowID> = []
    windows = list.filter { seen.insert($0.id).inserted }
    if let active { self.active = active }
    self.active = self.active.filter { seen.contains($0.value) }
    describeContents()
  }

  private mutating func change(_ window: Window) {
    if let place = place(of: window.id) { windows[place] = window } else { windows.append(window) }
    if window.isFocused { focus(window.id) }
    describeContents()
  }

  private mutating func close(_ id: WindowID) {
    windows.removeAll { $0.id == id }
    active = active.filter { $0.value != id }
    describeContents()
  }

  private mutating func focus(_ id: WindowID?) {
    for place in windows.indices { windows[place].isFocused = windows[place].id == id }
    guard let id, let workspace = windows.first(where: { $0.id == id })?.workspace else { return }
    active[workspace] = id
    describeContents()
  }
}
