import DesktopModel
import TestSupport
import Testing

struct MediaGraphTests {
  private typealias Properties = [String: String]

  @Test(
    arguments: [
      (["media.class": "Stream/Input/Audio"], .recorder), (["media.class": "Stream/Input/Video"], .viewer),
      (["media.class": "Stream/Input/Audio", "stream.monitor": "true"], nil),
      (["media.class": "Stream/Input/Audio", "stream.monitor": "false"], .recorder),
      (["media.class": "Stream/Input/Audio", "application.id": "org.PulseAudio.pavucontrol"], nil),
      (["media.class": "Stream/Input/Audio", "media.name": "Peak detect"], nil),
      (["media.class": "Video/Source"], .screen),
      (["media.class": "Video/Source", "media.role": "Camera"], .camera),
      (["media.class": "Video/Source", "device.api": "v4l2"], .camera),
      (["media.class": "Video/Source", "device.api": "alsa"], .screen),
      (["media.class": "Stream/Output/Video"], .screen), (["media.class": "Audio/Sink"], .speaker),
      (["media.class": "Stream/Output/Audio"], nil), (["media.class": "Audio/Source"], nil),
      (["media.class": ""], nil), (["media.class": "stream/input/audio"], nil), ([:], nil),
    ] as [([String: String], MediaNode.Role?)])
  func `a node is what its class and its role say`(properties: [String: String], role: MediaNode.Role?) {
    #expect(MediaNode(properties: properties)?.role == role)
  }

  @Test(
    arguments: [
      (["application.name": "Firefox", "application.process.binary": "firefox"], "Firefox"),
      (["application.name": "", "application.process.binary": "firefox", "node.name": "n"], "firefox"),
      (["application.name": " \n ", "node.name": "obs"], "obs"), ([:], ""),
      (["application.name": "a\u{1}b\tc\n"], "a b c"),
      (["application.name": String(repeating: "x", count: 5000)], String(repeating: "x", count: 200)),
      (["application.name": "\u{FFFD}\u{202E}x"], "\u{FFFD}\u{202E}x"),
    ] as [([String: String], String)])
  func `a program has the first name that it gives, on one line`(names: [String: String], name: String) {
    let properties = names.merging(["media.class": "Stream/Input/Audio"]) { $1 }
    #expect(MediaNode(properties: properties)?.application == name)
  }

  private func graph(_ nodes: [MediaNode], links: [(Int, Int)] = []) -> MediaGraph {
    var graph = MediaGraph()
    for (index, node) in nodes.enumerated() { graph.put(node, as: UInt32(index)) }
    for (index, link) in links.enumerated() {
      graph.putLink(UInt32(100 + index), output: "\(link.0)", input: "\(link.1)")
    }
    return graph
  }

  @Test func `who records and runs uses the microphone`() {
    let use = graph([
      MediaNode(.recorder, application: "A", isRunning: true), MediaNode(.recorder, application: "B"),
      MediaNode(.recorder, application: "A", isRunning: true),
      MediaNode(.recorder, application: "", isRunning: true),
    ]).use
    #expect(!use.microphone.isEmpty && use.microphone.names == ["A"])
    #expect(use.camera.isEmpty && !use.isScreenShared)
    #expect(graph([MediaNode(.recorder, application: "B")]).use.isEmpty)
  }

  @Test func `who records what a loudspeaker plays uses no microphone`() {
    let nodes = [
      MediaNode(.recorder, application: "A", isRunning: true), MediaNode(.speaker, isRunning: true),
    ]
    #expect(graph(nodes, links: [(1, 0)]).use.isEmpty)
    // A link to something else, such as a microphone that is not told, counts.
    #expect(graph(nodes, links: [(1, 0), (7, 0)]).use.microphone.names == ["A"])
    #expect(graph(nodes, links: [(0, 1)]).use.microphone.names == ["A"])
  }

  @Test func `pictures are those of a camera or of the screen by where they come from`() {
    let viewer = MediaNode(.viewer, application: "A", isRunning: true)
    let camera = graph([viewer, MediaNode(.camera, isRunning: true)], links: [(1, 0)]).use
    #expect(!camera.camera.isEmpty && camera.camera.names == ["A"] && !camera.isScreenShared)
    let screen = graph([viewer, MediaNode(.screen, isRunning: true)], links: [(1, 0)]).use
    #expect(screen.isScreenShared && screen.screen.names == ["A"] && screen.camera.isEmpty)
    let both = graph([viewer, MediaNode(.screen), MediaNode(.camera)], links: [(1, 0), (2, 0)]).use
    #expect(both.screen.names == ["A"] && both.camera.names == ["A"])
    // A viewer without a known source may receive the screen.
    #expect(graph([viewer]).use.isScreenShared)
  }

  @Test func `a camera that runs is used, also by nobody who is known`() {
    let use = graph([MediaNode(.camera, isRunning: true), MediaNode(.screen)]).use
    #expect(!use.camera.isEmpty && use.camera.names.isEmpty && !use.isScreenShared)
    #expect(graph([MediaNode(.screen, isRunning: true)]).use.isScreenShared)
  }

  @Test func `programs are left out, also where they are the only ones that receive a camera's pictures`() {
    let nodes = [
      MediaNode(.viewer, application: "A", isRunning: true), MediaNode(.camera, isRunning: true),
      MediaNode(.recorder, application: "filter", isRunning: true),
      MediaNode(.recorder, application: "B", isRunning: true),
    ]
    let use = graph(nodes, links: [(1, 0)]).use
    #expect(use.without { $0 == "filter" }.microphone.names == ["B"])
    #expect(use.without { $0 == "A" }.camera.isEmpty && !use.without { $0 == "B" }.camera.isEmpty)
    #expect(use.without { _ in true }.isEmpty)
    // No pattern leaves out a program that has no name.
    let unknown = graph(nodes + [MediaNode(.recorder, isRunning: true)], links: [(1, 0)]).use
    #expect(unknown != use && !unknown.without { _ in true }.microphone.isEmpty)
  }

  @Test func `a node that begins to run, or ends to, is what it was`() {
    var graph = graph([MediaNode(.recorder, application: "A")])
    graph.setRunning(true, of: 0)
    graph.setRunning(true, of: 7)
    #expect(graph.use.microphone.names == ["A"] && !graph.use.isScreenShared)
    graph.setRunning(false, of: 0)
    #expect(graph.use.isEmpty)
  }

  @Test func `what goes is forgotten`() {
    let nodes = [MediaNode(.recorder, application: "A", isRunning: true), MediaNode(.speaker)]
    var graph = graph(nodes, links: [(1, 0)])
    graph.remove(100)
    #expect(graph.use.microphone.names == ["A"])
    graph.remove(0)
    #expect(graph.use.isEmpty)
    graph.remove(4711)
    graph.put(MediaNode(.recorder, application: "B", isRunning: true), as: 0)
    graph.put(nil, as: 0)
    #expect(graph.use.isEmpty)
  }

  @Test(arguments: ["", "-1", "4294967296", "x", "1.0", " 1", "0x1"])
  func `a link between what are no numbers is left out`(text: String) {
    var graph = graph([MediaNode(.recorder, application: "A", isRunning: true), MediaNode(.speaker)])
    graph.putLink(9, output: text, input: "0")
    graph.putLink(10, output: "1", input: text)
    graph.putLink(11, output: nil, input: "0")
    #expect(graph.use.microphone.names == ["A"])
  }

  @Test func `a server without end costs no more than so much`() {
    var graph = MediaGraph()
    for id in 0..<20_000 {
      graph.put(MediaNode(.recorder, application: "\(id)", isRunning: true), as: UInt32(id))
      graph.putLink(UInt32(id), output: "1", input: "\(id)")
    }
    #expect(graph.use.microphone.names.count == 16)
    let (known, new) = (
      graph.put(MediaNode(.recorder), as: 0), graph.put(MediaNode(.recorder), as: 20_000)
    )
    #expect(known && !new)
  }

  @Test(arguments: DailySeeds.first(6) as [UInt64])
  func `whatever comes and goes, only what is there is named`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var graph = MediaGraph()
    var running: [UInt32: MediaNode] = [:]
    let roles: [MediaNode.Role] = [.recorder, .viewer, .camera, .screen, .speaker]
    for step in 0..<1000 {
      let id = UInt32.random(in: 0..<12, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        let node = MediaNode(
          roles.randomElement(using: &random)!, application: "app \(id)", isRunning: .random(using: &random))
        graph.put(node, as: id)
        running[id] = node.isRunning ? node : nil
      case 3:
        graph.putLink(
          100 + id, output: "\(Int.random(in: 0..<12, using: &random))",
          input: "\(Int.random(in: 0..<12, using: &random))")
      case 4: graph.remove(100 + id)
      default:
        graph.remove(id)
        running[id] = nil
      }
      let use = graph.use
      let context: Comment = "seed \(seed) step \(step)"
      let names = Set(running.values.map(\.application))
      #expect(Set(use.camera.names + use.microphone.names + use.screen.names).isSubset(of: names), context)
      #expect(use.camera.names.isEmpty || !use.camera.isEmpty, context)
      #expect(use.microphone.names.isEmpty || !use.microphone.isEmpty, context)
      #expect(use.screen.names.isEmpty || use.isScreenShared, context)
      let roles = Set(running.values.map(\.role))
      #expect(use.microphone.isEmpty || roles.contains(.recorder), context)
      #expect(!roles.contains(.camera) || !use.camera.isEmpty, context)
      #expect(!use.isEmpty || roles.isDisjoint(with: [.viewer, .camera, .screen]), context)
    }
  }
}
