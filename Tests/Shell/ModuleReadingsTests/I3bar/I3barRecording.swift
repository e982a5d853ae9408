import ModuleReadings

/// The recorded output of a program of Debian 12, without repetitive lines.
struct I3barRecording: Sendable {
  var name: String
  var output: String
  /// The last complete status line of the recording, without blocks that show nothing.
  var blocks: [I3barBlock]
  var wantsClicks = false
  var stopSignal: Int32? = 19

  static let all = [i3status, i3blocks, py3status, conky]

  private static let red = SIMD4(1.0, 0, 0, 1)
  private static let green = SIMD4(0.0, 1, 0, 1)

  private static func block(
    _ text: String, _ name: String? = nil, _ instance: String? = nil, _ colour: SIMD4<Double>? = nil,
    _ change: (inout I3barBlock) -> Void = { _ in }
  ) -> I3barBlock {
    var block = I3barBlock(text)
    (block.name, block.instance, block.colour) = (name, instance, colour)
    change(&block)
    return block
  }

  /// i3status with a `min_width` given as a text, and a module without a separator after it; the recording ends
  /// within a line.
  private static let i3status = I3barRecording(
    name: "i3status 2.14",
    output: """
      {"version":1}
      [
      [{"name":"ipv6","color":"#00FF00","markup":"none","full_text":"fd00::2"},{"name":"wireless","instance":"_first_",\
      "color":"#FF0000","markup":"none","full_text":"W: down"},{"name":"disk_info","instance":"/","markup":"none",\
      "full_text":"68.4 GiB"},{"name":"cpu_usage","markup":"none","full_text":"CPU -10%","align":"right","min_width":\
      "CPU 100%"}]
      ,[{"name":"ipv6","color":"#00FF00","markup":"none","full_text":"fd00::2"},{"name":"wireless","instance":"_first_",\
      "color":"#FF0000","markup":"none","full_text":"W: down"},{"name":"disk_info","instance":"/","markup":"none",\
      "full_text":"68.4 GiB"},{"name":"load","color":"#FF0000","markup":"none","full_text":"4.93"},{"name":"memory",\
      "markup":"none","full_text":"1.3 GiB | 22.7 GiB"},{"name":"cpu_usage","color":"#FF0000","markup":"none",\
      "full_text":"CPU 100%","align":"right","min_width":"CPU 100%"},{"name":"path_exists","instance":"/nonexistent",\
      "color":"#FF0000","markup":"none","full_text":"VPN: no","separator":false,"separator_block_width":3},{"name":\
      "tztime","instance":"local","markup":"none","full_text":"%H:%M:%S"}]
      ,[{"name":"ipv6","color":"#00FF00","markup":"none","full_text":"fd00::2"},{"name":"memo
      """,
    blocks: [
      block("fd00::2", "ipv6", nil, green), block("W: down", "wireless", "_first_", red),
      block("68.4 GiB", "disk_info", "/"), block("4.93", "load", nil, red),
      block("1.3 GiB | 22.7 GiB", "memory"),
      block("CPU 100%", "cpu_usage", nil, red) { ($0.alignment, $0.minWidth) = (.right, .text("CPU 100%")) },
      block("VPN: no", "path_exists", "/nonexistent", red) { $0.hasSeparator = false },
      block("%H:%M:%S", "tztime", "local"),
    ])

  /// i3blocks, which writes an object with a nameless member for each line of its settings, and a first block without
  /// a text.
  private static let i3blocks = I3barRecording(
    name: "i3blocks 1.4",
    output: #"""
      {"version":1,"click_events":true}
      [[]
      ,[{"full_text":""}]
      ,[{"full_text":""},{"":"","full_text":"V  Volume <45%>","short_text":"45%","color":"#FF8000","name":"volume",\#
      "separator":false,"separator_block_width":15},{"":"","full_text":"BAT","short_text":"B","name":"battery",\#
      "instance":"0","urgent":true,"separator_block_width":15},{"":"","full_text":\#
      "<b>bold</b> &amp; <span color='red'>red</span>","min_width":"100%","align":"center","name":"pango",\#
      "separator_block_width":15,"markup":"pango"},{"":"","full_text":"tick é","name":"persist",\#
      "separator_block_width":15},{"":"","full_text":"a \"quoted\" \\ back\\tslash","name":"quote",\#
      "separator_block_width":15}]
      ,[{"full_text":""},{"":"","full_text":"V  Volume <45%>","short_text":"45%","color":"#FF8000","name":"volume",
      """#,
    blocks: [
      block("V  Volume <45%>", "volume", nil, SIMD4(1, 128.0 / 255, 0, 1)) {
        ($0.shortText, $0.hasSeparator) = ("45%", false)
      },
      block("BAT", "battery", "0") { ($0.shortText, $0.isUrgent) = ("B", true) },
      block("<b>bold</b> &amp; <span color='red'>red</span>", "pango") {
        ($0.isMarkup, $0.alignment, $0.minWidth) = (true, .center, .text("100%"))
      },
      block("tick é", "persist"), block("a \"quoted\" \\ back\\tslash", "quote"),
    ], wantsClicks: true)

  private static let py3status = I3barRecording(
    name: "py3status 3.47",
    output: """
      {"version": 1, "click_events": true, "stop_signal": 20}
      [[]
      ,[{"full_text": "clock", "color": "#FF0000", "instance": "", "name": "clock"},{"full_text": "17:24:24", "name": \
      "tztime", "instance": "local"}]
      ,[{"full_text": " bad", "color": "#FF0000", "instance": "a 0", "name": "static_string"},{"full_text": "inner <b>", \
      "instance": "b 0", "name": "static_string"},{"full_text": "    79.05%", "color": "#FF0000", "instance": " 0", \
      "name": "sysdata"},{"full_text": "17:24:24", "name": "tztime", "instance": "local"}]

      """,
    blocks: [
      block(" bad", "static_string", "a 0", red), block("inner <b>", "static_string", "b 0"),
      block("    79.05%", "sysdata", " 0", red), block("17:24:24", "tztime", "local"),
    ], wantsClicks: true, stopSignal: 20)

  /// A template of conky with a script that writes the header; the template ends each line with a comma.
  private static let conky = I3barRecording(
    name: "conky 1.18",
    output: """
      {"version":1}
      [
      [],
      [{ "full_text" : "RAM 3%", "color" : "#ffffff" },
       { "full_text" : "17:24:31", "min_width":"00:00:00", "align":"right" },
       { "full_text" : "26.0GiB é", "short_text":"d", "color" : "#00ff00", "urgent": false }],
      [{ "full_text" : "RAM 3%", "color" : "#ffffff" },
       { "full_text" : "17:24:32", "min_width":"00:00:00", "align":"right" },
       { "full_text" : "26.0GiB é", "short_text":"d", "color" : "#00ff00", "urgent": false }],

      """,
    blocks: [
      block("RAM 3%", nil, nil, SIMD4(1, 1, 1, 1)),
      block("17:24:32") { ($0.alignment, $0.minWidth) = (.right, .text("00:00:00")) },
      block("26.0GiB é", nil, nil, green) { $0.shortText = "d" },
    ])
}
