public import ModuleModel
import TextProcessing

extension I3barBlock {
  /// The maximum length of a click event, in bytes: `PIPE_BUF` of Linux, up to which a pipe takes a write as a whole or not at all.
  private static let longestClick = 4096

  /// Returns the event of a click or a scroll step on the block, as an element of the endless JSON array that the program reads,
  /// which the first event opens; nil if the protocol has none for the gesture, or the event is too long.
  ///
  /// The list of modifiers is always empty, since compositors send modifiers only to the client with the keyboard focus.
  public func click(_ contact: ModuleContact, isFirst: Bool) -> [UInt8]? {
    guard let button = contact.gesture.button else { return nil }
    func whole(_ number: Double) -> JSONValue { JSONValue(Int(min(max(number, -1e6), 1e6).rounded(.down))) }
    let (x, y) = (whole(contact.x), whole(contact.y))
    var members: [String: JSONValue] = [
      "button": JSONValue(button), "modifiers": [], "x": x, "y": y, "output_x": x, "output_y": y,
      "relative_x": whole(contact.x - contact.left), "relative_y": whole(contact.y - contact.top),
      "width": whole(contact.width), "height": whole(contact.height), "scale": .number(contact.scale),
    ]
    if let name { members["name"] = .string(name) }
    if let instance { members["instance"] = .string(instance) }
    let bytes = Array("\(isFirst ? "[\n" : ",")\(JSONValue.object(members))\n".utf8)
    return bytes.count <= Self.longestClick ? bytes : nil
  }
}

extension ModuleGesture {
  /// The number of the button as X11 counts, in which 4 to 7 are a wheel; nil: the gesture is of no button.
  fileprivate var button: Int? {
    switch self {
    case .click: 1
    case .middle: 2
    case .right, .touchLong: 3
    case .scrollUp: 4
    case .scrollDown: 5
    case .scrollLeft: 6
    case .scrollRight: 7
    case .back: 8
    case .forward: 9
    case .double, .triple, .release, .enter, .leave, .update: nil
    }
  }
}
