import CWayland

/// Descriptions of interfaces as libwayland reads them, made once and never freed.
///
/// Interfaces refer to one another in cycles, so all lie in one block, and an interface is identified by its place
/// there.
@safe struct InterfaceTable {
  /// The generated description of an interface.
  struct Description {
    var name: StaticString
    var version: Int32
    var requests: [Message]
    var events: [Message]

    init(_ name: StaticString, version: Int32, requests: [Message], events: [Message]) {
      self.name = name
      self.version = version
      self.requests = requests
      self.events = events
    }
  }

  /// The generated description of a request or an event.
  struct Message {
    var name: StaticString
    var signature: StaticString
    /// The place of each argument's interface in the table; nil for arguments without one.
    var types: [Int?]

    init(_ name: StaticString, _ signature: StaticString, _ types: [Int?]) {
      self.name = name
      self.signature = signature
      self.types = types
    }
  }

  private let interfaces: UnsafeMutablePointer<wl_interface>
  private let names: [StaticString]

  init(_ descriptions: [Description]) {
    names = descriptions.map(\.name)
    unsafe interfaces = .allocate(capacity: descriptions.count)
    for (place, description) in descriptions.enumerated() {
      unsafe (interfaces + place).initialize(
        to: wl_interface(
          name: Self.characters(description.name), version: description.version,
          method_count: Int32(description.requests.count), methods: messages(description.requests),
          event_count: Int32(description.events.count), events: messages(description.events)))
    }
  }

  /// The `wl_interface` at a place in the table.
  subscript(place: Int) -> UnsafePointer<wl_interface> {
    precondition(names.indices.contains(place), "interface \(place)")
    return unsafe UnsafePointer(interfaces + place)
  }

  func name(_ place: Int) -> String { names[place].description }

  func version(_ place: Int) -> UInt32 { unsafe UInt32(self[place].pointee.version) }

  private func messages(_ messages: [Message]) -> UnsafePointer<wl_message> {
    let block = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
    for (place, message) in messages.enumerated() {
      let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: message.types.count)
      for (argument, type) in message.types.enumerated() {
        unsafe (types + argument).initialize(to: type.map { unsafe UnsafePointer(interfaces + $0) })
      }
      unsafe (block + place).initialize(
        to: wl_message(
          name: Self.characters(message.name), signature: Self.characters(message.signature), types: types))
    }
    return unsafe UnsafePointer(block)
  }

  private static func characters(_ text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
