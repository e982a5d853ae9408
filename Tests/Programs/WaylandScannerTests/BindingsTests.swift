import Testing

@testable import WaylandScanner

@Suite struct BindingsTests {
  private func bindings(_ list: String, _ text: String = sampleProtocol) throws -> Bindings {
    let description = try ProtocolReader.read(Array(text.utf8), file: "sample.xml")
    return try Bindings(
      Selection(list, file: "my.list"), protocols: ["sample.xml": description], listFile: "my.list")
  }

  @Test(arguments: [
    ("  my_thing 1", "my.list:1: expected a file before my_thing"),
    ("sample.xml\n  my_thing", "my.list:2: expected an interface and its version, got \"my_thing\""),
    ("sample.xml\n  my_thing 0", "my.list:2: expected an interface and its version, got \"my_thing 0\""),
    ("sample.xml more", "my.list:1: expected one file, got \"sample.xml more\""),
    ("sample.xml\n\n  no_thing 1", "my.list:3: sample.xml has no interface no_thing"),
    ("sample.xml\n  my_thing 4", "my.list:2: sample.xml has my_thing up to version 3, not 4"),
    ("sample.xml\n  my_thing 1\n  my_thing 1", "my.list:3: my_thing is listed twice"),
  ])
  func `a wrong list is refused with its line`(list: String, message: String) {
    let error = #expect(throws: ScannerError.self) { try bindings(list) }
    #expect(error?.description == message)
  }

  @Test func `an event that creates what is not listed is refused`() {
    let text = """
      <protocol name='p'><interface name='a' version='1'><event name='e'>
      <arg name='x' type='new_id' interface='b'/></event></interface>
      <interface name='b' version='1'/></protocol>
      """
    let error = #expect(throws: ScannerError.self) { try bindings("sample.xml\n  a 1", text) }
    #expect(error?.description == "sample.xml:2: event a.e creates a b, which is not listed")
  }

  @Test func `opcodes count the messages that are left out`() throws {
    let text = """
      <protocol name='p'><interface name='a' version='2'>
      <request name='new' since='2'/><request name='old'/><request name='newer' since='2'/>
      </interface></protocol>
      """
    let interface = try bindings("sample.xml\n  a 1", text).interfaces[0]
    #expect(interface.requests.map(\.name) == ["old"])
    #expect(interface.requests.map(\.opcode) == [1])
    #expect(interface.requestTable.map(\.name) == ["new", "old"])
    #expect(interface.requestTable.map(\.signature) == ["2", ""])
  }

  @Test(arguments: [
    ("wl_surface", "WlSurface", "wlSurface"), ("90", "90", "_90"), ("flipped_90", "Flipped90", "flipped90"),
    ("x", "X", "x"),
  ])
  func `names change their case`(name: String, pascal: String, camel: String) {
    #expect(name.pascalCased == pascal)
    #expect(name.camelCased == camel)
  }
}
