import ModuleModel
import ModuleReadings
import TestSupport
import Testing

struct I3barStreamTests {
  /// Recorded and shortened output of programs, with the texts of the last status line.
  nonisolated static let programs: [(name: String, output: String, texts: [String])] = [
    (
      "i3status 2.14",
      """
      {"version":1}
      [
      [{"name":"ipv6","color":"#FF0000","markup":"none","full_text":"no IPv6"},{"name":"disk_info","instance":"/",\
      "markup":"none","full_text":"18.0 GiB"}]
      ,[{"name":"ipv6","color":"#FF0000","markup":"none","full_text":"no IPv6"},{"name":"tztime","instance":"local",\
      "markup":"none","full_text":"2026-05-03 10:11:12"}]

      """, ["no IPv6", "2026-05-03 10:11:12"]
    ),
    (
      "i3blocks 1.5",
      """
      {"version": 1, "click_events": true, "stop_signal": 10}
      [
      [{"full_text":"","name":"volume"},{"separator":false,"separator_block_width":15,"name":"volume",\
      "full_text":"45%"},{"urgent":true,"full_text":"BAT 4%","instance":"0","name":"battery"}]

      """, ["45%", "BAT 4%"]
    ),
    (
      "i3status-rust 0.33",
      """
      {"version": 1, "click_events": true}
      [
      [{"full_text":" 12% ","short_text":"","color":"#93A1A1FF","background":"#002B36FF","markup":"pango",\
      "separator":false,"separator_block_width":0,"name":"0","instance":"cpu"},{"full_text":" <b>a &amp; b</b> ",\
      "color":"#93A1A1FF","markup":"pango","name":"1"}],

      """, [" 12% ", " <b>a &amp; b</b> "]
    ),
    (
      "a script around conky",
      """
      {"version":1}
      [
      [],
      [
        { "full_text" : "RAM [12%]", "color" : "#ffffff" },
        { "full_text" : "\\"}] \\\\" , "min_width" : "100%", "align" : "right" }
      ],
      [
        { "full_text" : "not there

      """, ["RAM [12%]", "\"}] \\"]
    ),
    ("the end of the array", "{\"version\":1}\n[[{\"full_text\":\"last\"}]] and what is left", ["last"]),
    ("one packet of several", "{\"version\":1}\n[[{\"full_text\":\"a\"}],[{\"full_text\":\"b\"}]", ["b"]),
    ("no blocks", "{\"version\":1}\n[[1,null,[],{},{\"full_text\":\"\"},{\"full_text\":3}]", ["3"]),
  ]

  @Test(arguments: programs) func `status lines are read in packets of any size`(
    name: String, output: String, texts: [String]
  ) throws {
    for size in [1, 7, 4096] {
      var stream = I3barStream()
      var last: [I3barBlock] = []
      var rest = Array(output.utf8)[...]
      while !rest.isEmpty {
        if let line = try stream.append(rest.prefix(size)) { last = line }
        rest = rest.dropFirst(size)
      }
      #expect(last.map(\.fullText) == texts, "\(name), packets of \(size)")
    }
  }

  @Test(arguments: I3barRecording.all)
  func `what programs of Debian 12 wrote is read, in packets of any size`(_ recording: I3barRecording) throws
  {
    for size in [1, 7, 4096] {
      var stream = I3barStream()
      var last: [I3barBlock] = []
      var rest = Array(recording.output.utf8)[...]
      while !rest.isEmpty {
        if let line = try stream.append(rest.prefix(size)) { last = line }
        rest = rest.dropFirst(size)
      }
      #expect(last == recording.blocks, "\(recording.name), packets of \(size)")
      #expect(stream.header?.wantsClicks == recording.wantsClicks)
      #expect(stream.header?.stopSignal == recording.stopSignal)
    }
  }

  @Test(arguments: I3barRecording.all)
  func `no part of what programs wrote is a mistake, and none with wrong bytes reads more than it may`(
    _ recording: I3barRecording
  ) throws {
    let bytes = Array(recording.output.utf8)
    for count in bytes.indices {
      var stream = I3barStream()
      _ = try stream.append(bytes[..<count])
    }
    for place in bytes.indices {
      for wrong: UInt8 in [0, 0x22, 0x5B, 0x5D, 0x5C, 0x7B, 0x80, 0xFF] {
        var changed = bytes
        changed[place] = wrong
        var stream = I3barStream()
        // A stream without a header reads nothing more; with a header, the next status line is read whatever preceded
        // it.
        do {
          let read = try stream.append(changed)?.count ?? 0
          #expect(read <= recording.blocks.count + 1)
          let next = "\n[{\"full_text\":\"a\"}],\n".utf8
          #expect(try stream.append(next)?.map(\.fullText) == (stream.header == nil ? nil : ["a"]))
        } catch {
          #expect(!error.words.isEmpty)
          #expect(try stream.append("[{\"full_text\":\"a\"}],".utf8) == nil)
        }
      }
    }
  }

  @Test(arguments: programs) func `no truncation of what programs write is a mistake`(
    name: String, output: String, texts: [String]
  ) throws {
    let bytes = Array(output.utf8)
    for count in bytes.indices {
      var stream = I3barStream()
      _ = try stream.append(bytes[..<count])
    }
  }

  @Test(
    arguments: [
      ("{\"version\":1}\n", false, 19, 18), ("{\"version\":1,\"click_events\":true}\n", true, 19, 18),
      ("{\"version\":1,\"stop_signal\":10,\"cont_signal\":12}\n", false, 10, 12),
      ("{\"version\":1,\"stop_signal\":0,\"cont_signal\":0}\n", false, nil, nil),
      ("{\"version\":1,\"stop_signal\":-9,\"cont_signal\":1e9}\n", false, nil, nil),
      ("{\n  \"version\": 1,\n  \"click_events\": true\n}\n[", true, 19, 18),
      ("{\"version\":1}[", false, 19, 18),
      (" {\"version\" : 1.0, \"click_events\":\"yes\"}\r\n", false, 19, 18),
    ] as [(String, Bool, Int32?, Int32?)])
  func `a header tells of clicks and signals`(
    line: String, wantsClicks: Bool, stop: Int32?, continueSignal: Int32?
  ) throws {
    var stream = I3barStream()
    #expect(try stream.append(line.utf8) == nil)
    let header = try #require(stream.header)
    #expect(header.wantsClicks == wantsClicks)
    #expect(header.stopSignal == stop)
    #expect(header.continueSignal == continueSignal)
  }

  @Test(arguments: [
    ("no JSON\n", I3barStream.Mistake.noHeader("no JSON")),
    ("\n", .noHeader("")), ("{\"version\":2}\n", .noHeader("{\"version\":2}")), ("[[]]\n", .noHeader("[[]]")),
  ])
  func `nothing is read after something that is no header`(
    output: String, mistake: I3barStream.Mistake
  ) throws {
    var stream = I3barStream()
    #expect(throws: mistake) { _ = try stream.append(output.utf8) }
    #expect(try stream.append("[{\"full_text\":\"a\"}],[]".utf8) == nil)
    #expect(!mistake.words.isEmpty)
  }

  nonisolated static let unreadable: [(output: String, mistake: I3barStream.Mistake)] = [
    ("error: no\nsuch file\n", .noStatusLine("error: no")),
    ("[\n{\n", .noStatusLine("{")), ("[[}", .wrongStatusLine), ("[[{]]", .wrongStatusLine),
    ("[[{\"full_text\":7 7}],", .wrongStatusLine),
    ("[" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100), .wrongStatusLine),
    ("[[{\"full_text\":\"a},{\"full_text\":\"b\"}],\n", .wrongStatusLine),
    ("[[{\"full_text\":\"a\"],\n", .wrongStatusLine), ("[[{\"full_text\":\"a\"}\n,", .wrongStatusLine),
    ("[[{\"full_text\":\"a\\\"}],\n", .wrongStatusLine), ("[[{\"full_te\n", .wrongStatusLine),
    ("[[{\"full_text\":\"" + String(repeating: "a", count: 1 << 19) + "\"}],", .longStatusLine),
  ]

  @Test(arguments: unreadable)
  func `a status line that cannot be read costs itself alone, and is told once`(
    output: String, mistake: I3barStream.Mistake
  ) throws {
    for size in [1, 7, 1 << 20] {
      var stream = I3barStream()
      _ = try stream.append("{\"version\":1}\n".utf8)
      var rest = Array(output.utf8)[...]
      while !rest.isEmpty {
        #expect(try stream.append(rest.prefix(size)) == nil)
        rest = rest.dropFirst(size)
      }
      // The program may have left out the bracket of the endless array, so that the next array is a status line.
      _ = try stream.append("[{\"full_text\":\"first\"}],\n".utf8)
      for text in ["b", "c"] {
        #expect(try stream.append("[{\"full_text\":\"\(text)\"}],\n".utf8)?.map(\.fullText) == [text])
      }
      #expect(stream.takeMistakes().first == mistake && !mistake.words.isEmpty)
      #expect(try stream.append("[}\n[}\n[[7 7]]\n".utf8) == nil)
      #expect(!stream.takeMistakes().contains(mistake))
    }
  }

  @Test func `of lines that come together the newest is shown that can be read`() throws {
    var stream = I3barStream()
    let read = try stream.append(
      "{\"version\":1}\n[[{\"full_text\":\"a\"}],\n[{\"full_text\":\"b\"}],\n[{],\n".utf8)
    #expect(read?.map(\.fullText) == ["b"])
  }

  @Test func `arrays within a block may begin lines of their own`() throws {
    var stream = I3barStream()
    let line =
      "{\"version\":1}\n[[{\"full_text\":\"a\",\"_data\":\n[\n[1],\n[[2]], []\n]},\n{\"full_text\":\"b\"}\n]"
    #expect(try stream.append(line.utf8)?.map(\.fullText) == ["a", "b"])
    #expect(stream.takeMistakes() == [])
  }

  @Test(arguments: [
    "[{\"full_text\":\"12:00\"},],", "[{\"full_text\":\"12:00\",},]",
    "[{\"full_text\":\"12:00\", \"x\":\"\t\"}]",
  ])
  func `blocks that depart from JSON are read`(line: String) throws {
    var stream = I3barStream()
    #expect(try stream.append("{\"version\":1,}\n[\n\(line)".utf8)?.map(\.fullText) == ["12:00"])
  }

  @Test(arguments: DailySeeds.first(80) as [UInt64])
  func `after a damaged status line the next ones are read as they are`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var stream = I3barStream()
    _ = try stream.append("{\"version\":1}\n[\n".utf8)
    let signs = Array(#"{}[]":,\"#.utf8) + [0, 0x0A, 0x1B, 0xC3, 0xFF]
    for recording in I3barRecording.all {
      for line in recording.output.utf8.split(separator: 0x0A).dropFirst(2) {
        var damaged = Array(line)
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
          let place = Int.random(in: 0..<damaged.count, using: &random)
          let sign = signs.randomElement(using: &random) ?? 0
          if Bool.random(using: &random) { damaged[place] = sign } else { damaged.insert(sign, at: place) }
        }
        _ = try stream.append(damaged + [0x0A])
        #expect(
          try stream.append("[{\"full_text\":\"good\"}],\n".utf8)?.map(\.fullText) == ["good"], "seed \(seed)"
        )
      }
    }
  }

  @Test func `a status line without an end is passed over, and the next one is read`() throws {
    var stream = I3barStream()
    _ = try stream.append("{\"version\":1}\n[[{\"full_text\":\"".utf8)
    let flood = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
    for _ in 0..<4 { #expect(try stream.append(flood) == nil) }
    #expect(try stream.append("\"}],[{\"full_text\":\"a\"}]".utf8)?.map(\.fullText) == ["a"])
  }

  @Test func `a header without an end is given up`() {
    var stream = I3barStream()
    #expect(throws: I3barStream.Mistake.self) {
      _ = try stream.append([UInt8](repeating: 0x7B, count: 1 << 16))
    }
  }

  @Test func `a block has what the program says of it`() throws {
    let line = """
      {"version":1}
      [[{"full_text":"CPU","short_text":"C","color":"#ff8000","background":"#00000080","border":"#fff","min_width":80,\
      "align":"center","name":"cpu","instance":4,"urgent":true,"separator":false,"markup":"pango"}]
      """
    var stream = I3barStream()
    let block = try #require(try stream.append(line.utf8)?.first)
    var expected = I3barBlock("CPU")
    expected.shortText = "C"
    expected.colour = SIMD4(255, 128, 0, 255) / 255
    expected.background = SIMD4(0, 0, 0, 128) / 255
    expected.minWidth = .points(80)
    expected.alignment = .center
    (expected.name, expected.instance) = ("cpu", "4")
    (expected.isUrgent, expected.hasSeparator, expected.isMarkup) = (true, false, true)
    #expect(block == expected)
  }

  @Test func `floods of blocks and of text are cut`() throws {
    var stream = I3barStream()
    _ = try stream.append("{\"version\":1}\n[".utf8)
    let block = "{\"full_text\":\"\(String(repeating: "é", count: 9000))\"}"
    let line = "[" + Array(repeating: block, count: 10).joined(separator: ",") + "],"
    let read = try #require(try stream.append(line.utf8))
    #expect(read.map { $0.fullText.unicodeScalars.count } == Array(repeating: 4096, count: 10))
    let many = "[" + Array(repeating: "{\"full_text\":\"a\"}", count: 1000).joined(separator: ",") + "]"
    #expect(try stream.append(many.utf8)?.count == 64)
  }

  @Test func `clicks are elements of an array without an end`() throws {
    var block = I3barBlock("text")
    block.name = "a\"b"
    let contact = ModuleContact(.right, x: 100.5, y: 7, left: 95.6, top: 0, width: 30, height: 28, scale: 1.5)
    let first = try #require(block.click(contact, isFirst: true))
    let second = try #require(block.click(contact, isFirst: false))
    let object =
      "{\"button\":3,\"height\":28,\"modifiers\":[],\"name\":\"a\\\"b\",\"output_x\":100,\"output_y\":7,"
      + "\"relative_x\":4,\"relative_y\":7,\"scale\":1.5,\"width\":30,\"x\":100,\"y\":7}\n"
    #expect(String(decoding: first, as: UTF8.self) == "[\n" + object)
    #expect(String(decoding: second, as: UTF8.self) == "," + object)
    block.instance = String(repeating: "a", count: 5000)
    #expect(block.click(contact, isFirst: true) == nil)
  }
}
