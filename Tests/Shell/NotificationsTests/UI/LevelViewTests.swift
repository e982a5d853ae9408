import DesktopModel
import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Notifications

struct LevelViewTests {
  private let material = BlurEffect(style: .notificationBanner).material(isDark: true)

  private func node(_ level: Level, part: Double? = nil, scale: Double = 1, width: Int = 300) -> EffectNode {
    LevelView(
      level, part: part ?? level.part ?? 0, symbol: LevelView.symbol(of: level, scale: scale),
      width: Int(Double(width) * scale), scale: scale, material: material, legibility: .standard,
      font: "Inter 11"
    ).layout(measurer: MonospaceMeasurer()).node
  }

  private func volume(_ percent: Int, isMuted: Bool = false) -> Level {
    Level(.volume, symbol: "audio-volume-high", .part(percent: percent, isMuted: isMuted))
  }

  private func fills(_ node: EffectNode) -> [FillNode] {
    node.content.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
  }

  private func texts(_ node: EffectNode) -> [TextNode] {
    node.content.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  private func images(_ node: EffectNode) -> [ImageNode] {
    node.content.compactMap { if case .image(let image) = $0 { image } else { nil } }
  }

  @Test(arguments: [1, 1.5, 2])
  func `a capsule has the symbol, the track and the percentage beside one another`(scale: Double) throws {
    let node = node(volume(40), scale: scale)
    #expect(node.frame == PixelRect(x: 0, y: 0, width: Int(300 * scale), height: Int(48 * scale)))
    let image = try #require(images(node).first)
    let track = try #require(fills(node).first)
    let text = try #require(texts(node).first)
    #expect(text.text.string == "40%")
    #expect(image.frame.x == Int(18 * scale) && image.frame.width == Int((24 * scale).rounded()))
    #expect(image.frame.maxX < track.frame.x && track.frame.maxX < text.frame.x)
    #expect(text.frame.maxX == node.frame.width - Int(18 * scale))
    for frame in [image.frame, track.frame] {
      #expect(abs(2 * frame.y + frame.height - node.frame.height) <= 1, "in the middle")
    }
  }

  @Test func `from right to left the symbol is at the right and the track is filled from there`() throws {
    var view = LevelView(
      volume(40), part: 0.4, symbol: LevelView.symbol(of: volume(40), scale: 1), width: 300, scale: 1,
      material: material, legibility: .standard, font: "Inter 11")
    view.isRightToLeft = true
    let node = view.layout(measurer: MonospaceMeasurer()).node
    let image = try #require(images(node).first)
    let text = try #require(texts(node).first)
    let (track, filled) = (try #require(fills(node).first), try #require(fills(node).dropFirst().first))
    #expect(image.frame.maxX == 300 - 18 && text.frame.x == 18)
    #expect(text.frame.maxX < track.frame.x && track.frame.maxX < image.frame.x)
    #expect(filled.frame.maxX == track.frame.maxX && filled.frame.x > track.frame.x)
  }

  @Test func `the track is as long for each level and filled as far as it says`() {
    let all = [0, 5, 50, 100, 140].map { fills(node(volume($0))) }
    #expect(Set(all.map { $0[0].frame }).count == 1)
    let track = all[0][0].frame
    #expect(
      all.map { $0.count == 2 ? $0[1].frame.width : 0 }.sorted()
        == all.map { $0.count == 2 ? $0[1].frame.width : 0 })
    #expect(all[0].count == 1 && all[3][1].frame == track && all[4][1].frame == track)
    #expect(abs(all[2][1].frame.width * 2 - track.width) <= 1)
  }

  @Test func `a level that moves is drawn where it is, with the words of where it goes`() {
    let node = node(volume(100), part: 0.25)
    #expect(abs(fills(node)[1].frame.width * 4 - fills(node)[0].frame.width) <= 4)
    #expect(texts(node)[0].text.string == "100%")
  }

  @Test func `a level comes from a little nearer to the edge and ends at its place`() {
    var motion = LevelMotion()
    func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }
    motion.show(volume(40), now: at(0), reducesMotion: false)
    #expect(abs(motion.distance(at: at(0)) - 6.4) < 0.001)
    motion.begin(now: at(0))
    #expect((0...6.4).contains(motion.distance(at: at(80))) && motion.distance(at: at(200)) == 0)
    motion.leave(now: at(200))
    #expect(motion.distance(at: at(600)) == 8)
    var still = LevelMotion()
    still.show(volume(40), now: at(0), reducesMotion: true)
    #expect(still.distance(at: at(0)) == 0)
  }

  @Test func `the name of a device is above its track, inside a banner as high as others`() throws {
    var view = LevelView(
      volume(40), part: 0.4, symbol: nil, width: 300, scale: 1, material: material, legibility: .standard,
      font: "Sans 11")
    let height = view.layout(measurer: MonospaceMeasurer()).node.frame.height
    view.device = "Headset"
    let node = view.layout(measurer: MonospaceMeasurer()).node
    let name = try #require(texts(node).first { $0.text.string == "Headset" })
    let track = try #require(fills(node).first)
    #expect(node.frame.height == height && name.frame.y >= 0 && name.frame.maxY <= track.frame.y)
    #expect(track.frame.maxY < height && name.frame.x == track.frame.x)
  }

  @Test func `what is muted says so and has a paler track`() {
    let (muted, audible) = (node(volume(40, isMuted: true)), node(volume(40)))
    #expect(texts(muted)[0].text.string == "Muted")
    #expect(fills(muted)[1].frame == fills(audible)[1].frame && fills(muted)[1].ink != fills(audible)[1].ink)
  }

  @Test func `words stand in the middle beside their symbol, without a track`() throws {
    let node = node(Level(.capsLock, symbol: "caps-lock", .words("Caps Lock")))
    #expect(fills(node).isEmpty)
    let (image, text) = (try #require(images(node).first), try #require(texts(node).first))
    #expect(image.frame.maxX < text.frame.x)
    #expect(abs(image.frame.x + text.frame.maxX - node.frame.width) <= 1)
  }

  @Test(arguments: [1, 20, 60, 120])
  func `nothing leaves a banner that is narrow`(width: Int) {
    for level in [volume(100), Level(.powerProfile, symbol: "none", .words("Performance, a long name"))] {
      let node = node(level, width: width)
      #expect(node.frame.width == width)
      for text in texts(node) { #expect(text.frame.x >= 0 && text.frame.maxX <= width) }
    }
  }
}

struct LevelDevicesTests {
  private func volume(of device: String) -> Level {
    Level(.volume, of: device, symbol: "audio-volume-high", .part(percent: 40, isMuted: false))
  }

  @Test func `a device is named once it is another one than before, while its banner is shown`() {
    var devices = LevelDevices()
    devices.show(volume(of: "Speakers"), isNew: true)
    #expect(devices.name == nil, "there was none before")
    devices.show(volume(of: "Headset"), isNew: true)
    #expect(devices.name == "Headset")
    devices.show(volume(of: "Headset"), isNew: false)
    #expect(devices.name == "Headset")
    devices.show(volume(of: "Headset"), isNew: true)
    #expect(devices.name == nil)
    devices.show(volume(of: "Speakers"), isNew: false)
    #expect(devices.name == "Speakers")
  }

  @Test func `levels of other kinds and of lights have no name`() {
    var devices = LevelDevices()
    devices.show(volume(of: "Speakers"), isNew: true)
    let light = { Level(.brightness, of: $0, symbol: "", .part(percent: 10, isMuted: false)) }
    devices.show(light("intel_backlight"), isNew: true)
    devices.show(light("ddcci5"), isNew: true)
    #expect(devices.name == nil)
    devices.show(volume(of: "Speakers"), isNew: true)
    #expect(devices.name == nil, "a level of another kind lies between")
  }
}

struct LevelMotionTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  private func volume(_ percent: Int) -> Level {
    Level(.volume, symbol: "audio-volume-high", .part(percent: percent, isMuted: false))
  }

  @Test func `what lies on a banner fades in from its first frame on, and the glass is there at once`() {
    var motion = LevelMotion()
    motion.show(volume(50), now: at(0), reducesMotion: false)
    #expect(motion.isMoving(at: at(500)) && motion.contentOpacity(at: at(500)) == LevelMotion.firstOpacity)
    motion.begin(now: at(500))
    let middle = motion.contentOpacity(at: at(580))
    #expect(middle > LevelMotion.firstOpacity && middle < 1)
    #expect([500, 580, 700].allSatisfy { motion.opacity(at: at($0)) == 1 })
    #expect(motion.contentOpacity(at: at(700)) == 1 && !motion.isMoving(at: at(700)))
    #expect(motion.part(at: at(500)) == 0.5)
  }

  @Test func `what lies on a banner that goes and comes again does not jump`() {
    var motion = LevelMotion()
    motion.show(volume(50), now: at(0), reducesMotion: false)
    motion.begin(now: at(0))
    motion.leave(now: at(50))
    let before = (motion.opacity(at: at(120)), motion.contentOpacity(at: at(120)))
    #expect(before.0 > 0 && before.0 < 1 && before.1 < 1)
    motion.show(volume(50), now: at(120), reducesMotion: false)
    let after = (motion.opacity(at: at(120)), motion.contentOpacity(at: at(120)))
    #expect(abs(before.0 - after.0) < 0.001 && abs(before.1 - after.1) < 0.001)
    #expect(motion.opacity(at: at(400)) == 1 && motion.contentOpacity(at: at(400)) == 1)
  }

  @Test func `a banner grows to its size as it fades in, and shrinks as it fades out`() {
    var motion = LevelMotion()
    motion.show(volume(50), now: at(0), reducesMotion: false)
    #expect(abs(motion.scale(at: at(0)) - 0.968) < 0.001)
    motion.begin(now: at(0))
    let middle = motion.scale(at: at(60))
    #expect(middle > 0.969 && middle < 1)
    // A banner that is let go meanwhile goes on from its size.
    var interrupted = motion
    interrupted.leave(now: at(60))
    #expect(abs(interrupted.scale(at: at(60)) - middle) < 0.001)
    #expect(interrupted.scale(at: at(400)) == LevelMotion.leastScale)
    #expect(motion.scale(at: at(200)) == 1 && !motion.isMoving(at: at(200)))
    var still = LevelMotion()
    still.show(volume(50), now: at(0), reducesMotion: true)
    #expect(still.scale(at: at(0)) == 1)
  }

  @Test func `another level of the same kind moves, one of another kind is there at once`() {
    var motion = LevelMotion()
    motion.show(volume(50), now: at(0), reducesMotion: false)
    motion.begin(now: at(0))
    motion.show(volume(90), now: at(1000), reducesMotion: false)
    #expect(motion.part(at: at(1000)) == 0.5 && motion.isMoving(at: at(1050)))
    #expect(motion.part(at: at(1050)) > 0.5 && motion.part(at: at(1050)) < 0.9)
    #expect(motion.part(at: at(1200)) == 0.9 && !motion.isMoving(at: at(1200)))
    motion.show(
      Level(.brightness, symbol: "", .part(percent: 10, isMuted: false)), now: at(2000), reducesMotion: false)
    #expect(motion.part(at: at(2000)) == 0.1 && !motion.isMoving(at: at(2000)))
  }

  @Test func `with reduced motion a level fades in and out, and nothing moves`() {
    var motion = LevelMotion()
    func isInPlace(_ milliseconds: Int) -> Bool {
      motion.scale(at: at(milliseconds)) == 1 && motion.distance(at: at(milliseconds)) == 0
    }
    motion.show(volume(50), now: at(0), reducesMotion: true)
    #expect(motion.contentOpacity(at: at(100)) == LevelMotion.firstOpacity)
    motion.begin(now: at(100))
    #expect(motion.contentOpacity(at: at(180)) < 1 && motion.opacity(at: at(180)) == 1 && isInPlace(180))
    #expect(motion.contentOpacity(at: at(300)) == 1 && !motion.isMoving(at: at(300)))
    motion.show(volume(60), now: at(400), reducesMotion: true)
    #expect(motion.part(at: at(400)) == 0.6 && !motion.isMoving(at: at(400)))
    motion.leave(now: at(500), reducesMotion: true)
    #expect((0.01..<1).contains(motion.opacity(at: at(600))) && isInPlace(600))
    motion.show(volume(60), now: at(600), reducesMotion: true)
    #expect(motion.opacity(at: at(600)) < 1 && isInPlace(600))
    #expect(motion.opacity(at: at(800)) == 1 && !motion.isMoving(at: at(800)))
  }

  @Test func `a banner that fades out has left at the end, unless a level comes meanwhile`() {
    var motion = LevelMotion()
    motion.show(volume(50), now: at(0), reducesMotion: true)
    motion.leave(now: at(100))
    #expect(motion.isMoving(at: at(200)) && !motion.hasLeft(at: at(200)) && !motion.shows(volume(50)))
    var returned = motion
    #expect(motion.hasLeft(at: at(400)) && motion.opacity(at: at(400)) == 0)
    returned.show(volume(50), now: at(200), reducesMotion: false)
    #expect(returned.shows(volume(50)) && returned.opacity(at: at(200)) < 1)
    #expect(returned.opacity(at: at(400)) == 1 && !returned.hasLeft(at: at(400)))
  }
}
