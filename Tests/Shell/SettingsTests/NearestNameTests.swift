import Testing

@testable import Settings

struct NearestNameTests {
  @Test(
    arguments: [
      ("heigth", "height"), ("hight", "height"), ("heights", "height"), ("HEIGHT", "height"),
      ("edgy", "edge"),
      ("ege", "edge"), ("strat", "start"), ("maxrate", "max_rate"), ("top", nil), ("", nil), ("width", nil),
      ("material_", "material"), ("fon", "font"), ("x", nil),
    ])
  func `the nearest name is near enough to be meant`(name: String, expected: String?) {
    let names = ["edge", "height", "material", "font", "start", "center", "end", "max_rate"]
    #expect(nearestName(to: name, among: names) == expected)
  }

  @Test func `the nearer of two names is taken, and the first of equals`() {
    #expect(
      nearestName(to: "systemMateriaDark", among: ["systemMaterial", "systemMaterialDark"])
        == "systemMaterialDark")
    #expect(nearestName(to: "bar", among: ["car", "far"]) == "car")
  }

  @Test func `a name that goes on for ever is compared with nothing`() {
    let name = String(repeating: "a", count: 1_000_000)
    #expect(nearestName(to: name, among: [name]) == nil)
  }
}
