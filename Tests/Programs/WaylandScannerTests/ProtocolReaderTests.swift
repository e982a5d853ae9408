import Testing

@testable import WaylandScanner

@Suite struct ProtocolReaderTests {
  @Test(arguments: [
    ("", "p.xml:1: no element found"),
    ("<protocol name='p'>\n<interface name='i' version='1'>\n</protocol>", "p.xml:3: mismatched tag"),
    ("<protocol/>", "p.xml:1: <protocol>: expected an attribute \"name\""),
    ("<protocol name='p'>\n<nonsense/></protocol>", "p.xml:2: unknown element <nonsense>"),
    (
      "<protocol name='p'>\n<interface name='i' version='one'/></protocol>",
      "p.xml:2: <interface version=\"one\">: expected a positive integer"
    ),
    (
      "<protocol name='p'><interface name='i' version='1'>\n<request name='r'>\n\n<arg name='a' type='float'/>",
      "p.xml:4: <arg type=\"float\">: unknown type"
    ),
    (
      "<protocol name='p'><interface name='i' version='1'>\n<arg name='a' type='int'/>",
      "p.xml:2: <arg> outside a request or event"
    ),
    (
      "<protocol name='p'><interface name='i' version='1'><enum name='e'>\n<entry name='a' value='0xg'/>",
      "p.xml:2: <entry value=\"0xg\">: expected a number of 32 bits"
    ),
    (
      "<protocol name='p'><interface name='i' version='1'>\n<enum name='e' bitfield='yes'/>",
      "p.xml:2: <enum bitfield=\"yes\">: expected true or false"
    ),
  ])
  func `what is wrong is said with its line`(text: String, message: String) {
    let error = #expect(throws: ScannerError.self) {
      try ProtocolReader.read(Array(text.utf8), file: "p.xml")
    }
    #expect(error?.description == message)
  }

  @Test func `versions, values and flags are read as numbers`() throws {
    let thing = try ProtocolReader.read(Array(sampleProtocol.utf8), file: "p.xml").interfaces[1]
    #expect(thing.version == 3)
    #expect(thing.summary == "a thing  of mine.")
    #expect(thing.enumerations[1].entries.map(\.value) == [1, 16, 3])
    #expect(thing.enumerations.map(\.isBitfield) == [false, false, true])
    #expect(thing.requests.map(\.since) == [1, 1, 1, 2, 3])
    #expect(thing.requests[0].isDestructor)
    #expect(thing.requests[1].arguments.map(\.allowsNull) == [false, true, false])
  }
}
