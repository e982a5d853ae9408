import TextProcessing

/// The protocol of Hyprland's two sockets, without the sockets: it turns lines and answers into
/// events and queries.
public struct HyprlandConversation {
  /// The most bytes of a line of the event socket, more than a line with any title has.
  private static let lineLimit = 1 << 20
  /// The answer of a version that does not know a request.
  private static let refusal = Array("unknown request".utf8)

  private var lines = LineBuffer(limit: lineLimit)
  private var model = HyprlandModel()
  /// Whether this version of Hyprland has reported a title with `windowtitlev2`, so that
  /// `windowtitle` is ignored.
  private var tellsTitles = false
  /// Whether an event has reported the submap since it was asked for, so that the answer may be an older one.
  private var hasToldSubmap = false
  private var wanted: Set<HyprlandQuery> = Set(HyprlandQuery.allCases)
  private var underWay: Set<HyprlandQuery> = []
  /// The initial queries that were not answered yet.
  private var missing: Set<HyprlandQuery> = [.workspaces, .monitors, .clients]
  /// The queries that were sent again because their answers could not be used.
  private var repeated: Set<HyprlandQuery> = []
  private var faults = MessageFaults()

  public init() {}

  /// The name of the special workspace whose window had the keyboard last; empty without one, or if it has no name.
  public var special: String { model.special }

  /// The queries to send now; each is returned once, and not again before its answer or failure.
  public mutating func takeQueries() -> [HyprlandQuery] {
    let ready = HyprlandQuery.allCases.filter { wanted.contains($0) && !underWay.contains($0) }
    underWay.formUnion(ready)
    wanted.subtract(ready)
    if ready.contains(.submap) { hasToldSubmap = false }
    return ready
  }

  /// Repeats the queries whose answers depend on outputs.
  public mutating func refresh() { wanted.formUnion([.workspaces, .monitors]) }

  /// Returns what was wrong with messages since the last call, each kind of fault once.
  public mutating func takeFaults() -> [String] { faults.take() }

  /// Decodes bytes that were read from the event socket, and returns the events in them.
  public mutating func receive(_ bytes: some Collection<UInt8>) -> [CompositorEvent] {
    let events = lines.append(bytes).flatMap { read(String(decoding: $0, as: UTF8.self)) }
    if lines.takeOmission() {
      faults.note("an event is longer than \(Self.lineLimit) bytes")
      // The state that the event has reported is queried.
      wanted.formUnion(HyprlandQuery.allCases)
    }
    return events
  }

  /// Decodes the whole answer to a query, and returns the events that follow from it.
  ///
  /// The query is sent again for an answer that cannot be used; if the second one cannot either, what is known is shown
  /// without it.
  public mutating func receive(_ bytes: [UInt8], for query: HyprlandQuery) -> [CompositorEvent] {
    underWay.remove(query)
    if query == .submap, hasToldSubmap || bytes.starts(with: Self.refusal) { return [] }
    if let events = read(bytes, for: query) {
      repeated.remove(query)
      return events + answered(query)
    }
    if repeated.insert(query).inserted {
      wanted.insert(query)
      return []
    }
    guard missing.contains(query) else { return [] }
    return (model.take([], for: query) ?? []) + answered(query)
  }

  /// The events that follow from an answer; nil if it cannot be used.
  private mutating func read(_ bytes: [UInt8], for query: HyprlandQuery) -> [CompositorEvent]? {
    do throws(JSONError) {
      if let events = model.take(try JSONValue(tolerating: bytes), for: query) { return events }
      faults.note("the answer to \(query.request) has an unknown form")
    } catch {
      faults.note("the answer to \(query.request) cannot be read", error)
    }
    return nil
  }

  private mutating func answered(_ query: HyprlandQuery) -> [CompositorEvent] {
    guard missing.remove(query) != nil, missing.isEmpty else { return [] }
    return [.statusChanged(.connected)]
  }

  /// Records that a query failed; it is sent again with the next event that needs it.
  public mutating func fail(_ query: HyprlandQuery) { underWay.remove(query) }

  // MARK: - Events

  private mutating func read(_ line: String) -> [CompositorEvent] {
    // Lines have the form `NAME>>DATA`.
    let bytes = line.utf8
    guard let sign = bytes.indices.first(where: { bytes[$0...].starts(with: ">>".utf8) }) else { return [] }
    let data = String(line[bytes.index(sign, offsetBy: 2)...])
    switch line[..<sign] {
    case "workspace", "focusedmon", "createworkspace", "destroyworkspace", "moveworkspace", "renameworkspace",
      "monitoradded", "monitorremoved", "activespecial":
      wanted.formUnion([.workspaces, .monitors])
    case "workspacev2": return workspaceActivated(data)
    case "activewindowv2": return windowFocused(data)
    case "openwindow", "movewindow", "changefloatingmode", "fullscreen", "minimized", "pin", "togglegroup",
      "moveintogroup", "moveoutofgroup":
      wanted.insert(.clients)
    case "closewindow":
      guard let id = WindowID(hyprland: data) else { return [] }
      // A window without a workspace may have been the one that `special` is known by.
      if !model.knows(id) { wanted.insert(.clients) }
      return [.windowClosed(id)] + model.forget(id)
    case "windowtitle": if !tellsTitles { wanted.insert(.clients) }
    case "windowtitlev2": return titleChanged(data)
    case "activelayout": wanted.insert(.devices)
    case "submap":
      hasToldSubmap = true
      return [HyprlandModel.submapChanged(data)]
    case "urgent":
      guard let id = WindowID(hyprland: data) else { return [] }
      return model.setUrgent(id, true)
    case "configreloaded": wanted.formUnion(HyprlandQuery.allCases)
    default: break
    }
    return []
  }

  private mutating func workspaceActivated(_ data: String) -> [CompositorEvent] {
    wanted.formUnion([.workspaces, .monitors])
    return model.workspace(changed: data).map { [.workspaceActivated($0, isFocused: true)] } ?? []
  }

  private mutating func windowFocused(_ data: String) -> [CompositorEvent] {
    let focused = WindowID(hyprland: data)
    model.focused = .some(focused)
    guard let id = focused else { return [.windowFocused(nil)] }
    if !model.knows(id) { wanted.insert(.clients) }
    return [.windowFocused(id)] + model.setUrgent(id, false)
  }

  private mutating func titleChanged(_ data: String) -> [CompositorEvent] {
    tellsTitles = true
    guard let address = data.prefix(before: ","), let id = WindowID(hyprland: address) else { return [] }
    return [.windowTitleChanged(id, String(data.dropFirst(address.count + 1)))]
  }
}

extension String {
  /// The text before the first `sign`; nil if there is none.
  fileprivate func prefix(before sign: Character) -> String? {
    firstIndex(of: sign).map { String(self[..<$0]) }
  }
}

extension WindowID {
  /// Reads an address, in hexadecimal digits with or without `0x`.
  init?(hyprland address: String) {
    let digits = address.hasPrefix("0x") ? address.dropFirst(2) : address[...]
    guard let number = UInt64(digits, radix: 16), number != 0 else { return nil }
    self.init(rawValue: Int(bitPattern: UInt(number)))
  }

  /// The address in the form that Hyprland's commands accept.
  var hyprlandAddress: String { "0x" + String(UInt(bitPattern: rawValue), radix: 16) }
}
