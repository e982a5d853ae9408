import Testing

@testable import DesktopModel

/// Lights that can be dimmed, and profiles of power.
struct LightLevelTests {
  @Test(arguments: [
    (500, 1000, 5.0, 550), (500, 1000, -5, 450), (990, 1000, 5, 1000), (30, 1000, -5, 10), (10, 1000, -5, 10),
    // Another program has set the light darker than the least level.
    (4, 1000, -5, 4), (4, 1000, 5, 54), (0, 1000, -5, 0),
    // Few levels.
    (1, 3, 5, 2), (2, 3, -5, 1), (1, 3, -5, 1), (3, 3, 5, 3), (0, 2, 1, 1),
  ])
  func `a screen is dimmed in steps and never to nothing`(
    value: Int, most: Int, points: Double, expected: Int
  ) throws {
    let level = try #require(LightLevel(name: "a", value: value, most: most))
    #expect(level.changed(by: points, least: 1) == expected)
  }

  @Test func `a keyboard's light can be put out`() throws {
    let level = try #require(LightLevel(name: "a", value: 1, most: 2))
    #expect(level.changed(by: -5, least: 0) == 0 && level.percent == 50)
  }

  @Test(
    arguments: [
      (2, 1, [0.5]), (4, 1, [0.25, 0.5, 0.75]), (4, 2, [0.5, 0.5.squareRoot(), 0.75.squareRoot()]),
      (1, 1, []),
      (17, 1, []), (1000, 1, []),
    ] as [(Int, Double, [Double])])
  func `a device with few steps tells where they are in its range`(
    most: Int, curve: Double, stops: [Double]
  ) throws {
    var level = try #require(LightLevel(name: "a", value: 1, most: most))
    level.curve = curve
    #expect(level.stops.count == stops.count)
    #expect(zip(level.stops, stops).allSatisfy { abs($0 - $1) < 1e-9 })
    let last = try #require(LightLevel(name: "a", value: 1, most: 16))
    #expect(last.stops.count == 15)
  }

  @Test func `with a curve the light follows percentages unevenly, in finer steps where it is dark`() throws {
    var level = try #require(LightLevel(name: "a", value: 250, most: 1000))
    level.curve = 2
    #expect(level.percent == 50)
    #expect(level.changed(by: 10, least: 0) == 360 && level.changed(by: -10, least: 0) == 160)
    // The least level is one on the curve, too.
    #expect(level.changed(by: -90, least: 20) == 40)
    (level.value, level.curve) = (4, 5)
    #expect(level.changed(by: 0.1, least: 0) == 5 && level.changed(by: 100, least: 0) == 1000)
  }

  @Test func `levels that make no sense are none, or the nearest that there is`() {
    #expect(
      LightLevel(name: "a", value: 3, most: 0) == nil && LightLevel(name: "a", value: 3, most: -4) == nil)
    #expect(LightLevel(name: "a", value: 30, most: 20)?.percent == 100)
    #expect(LightLevel(name: "a", value: -3, most: 20)?.percent == 0)
  }

  @Test func `of several devices for a screen the firmware's is meant`() {
    func device(_ name: String, _ type: String) -> BacklightDevice { BacklightDevice(name: name, type: type) }
    let raw = device("intel_backlight", "raw")
    let platform = device("thinkpad_screen", "platform")
    #expect(
      BacklightDevice.best(of: [raw, platform, device("acpi_video1", "firmware")])?.name == "acpi_video1")
    #expect(BacklightDevice.best(of: [raw, platform])?.name == "thinkpad_screen")
    #expect(BacklightDevice.best(of: [device("b", "raw"), device("a", "raw"), device("c", "")])?.name == "a")
    #expect(BacklightDevice.best(of: []) == nil)
  }

  @Test func `profiles of power are read, and come one after the other`() throws {
    func profile(_ name: String) -> DBusValue {
      .options(["Profile": .string(name), "Driver": .string("d")])
    }
    let names = ["power-saver", "balanced", "performance"]
    var properties: [String: DBusValue] = [
      "ActiveProfile": .string("balanced"), "PerformanceDegraded": .string(""),
      "Profiles": .array(.dictionary(key: .string, value: .variant), names.map(profile)),
    ]
    let read = try #require(PowerProfile(properties: properties))
    #expect(read.names == names && read.active == "balanced" && read.next == "performance")
    properties["ActiveProfile"] = .string("performance")
    #expect(PowerProfile(properties: properties)?.next == "power-saver")
    properties["Profiles"] = .string("all")
    #expect(PowerProfile(properties: properties)?.next == nil)
    properties["ActiveProfile"] = .uint32(2)
    #expect(PowerProfile(properties: properties) == nil)
  }
}
