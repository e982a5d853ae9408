import DesktopModel
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

@Suite(.serialized)
struct PortalSettingsTests {
  let stage: BusStage
  let bus: MessageBus

  init() throws {
    stage = try BusStage()
    bus = try stage.connect()
  }

  private func startPortal(_ values: [String: DBusValue], isOld: Bool = false) throws -> FakePortal {
    let portal = FakePortal(try stage.connect(), values, isOld: isOld)
    try stage.wait("the portal's name") { portal.isReady }
    return portal
  }

  @Test func `the portal's settings are read and their changes followed`() throws {
    let portal = try startPortal(["color-scheme": .uint32(2), "contrast": .uint32(1)])
    var changes = 0
    let settings = PortalSettings(bus) { _ in changes += 1 }
    try stage.wait("the settings") {
      settings.preferences.colourScheme == .light && settings.preferences.prefersHighContrast
    }
    portal.change("color-scheme", .uint32(1))
    portal.change("reduced-motion", .uint32(1))
    portal.change("accent-color", .structure([.double(0.25), .double(0.5), .double(1)]))
    try stage.wait("the changes") {
      settings.preferences.colourScheme == .dark && settings.preferences.prefersReducedMotion
        && settings.preferences.accentColour == [0.25, 0.5, 1]
    }
    #expect(changes == 5)
    portal.change("contrast", .uint32(1), namespace: "org.example")
    portal.change("contrast", .uint32(0))
    try stage.wait("the last change") { !settings.preferences.prefersHighContrast }
    #expect(changes == 6)
    settings.close()
  }

  @Test func `a portal that lacks the new method is read by the old one`() throws {
    let portal = try startPortal(["color-scheme": .uint32(2)], isOld: true)
    let settings = PortalSettings(bus) { _ in }
    try stage.wait("the settings") { settings.preferences.colourScheme == .light }
    #expect(portal.reads.contains("Read"))
    settings.close()
  }

  @Test func `a portal that starts later is asked once it is there`() throws {
    let settings = PortalSettings(bus) { _ in }
    _ = try stage.answer(bus, .ofBus("GetId", [], expects: "s"))
    #expect(settings.preferences == SystemPreferences())
    let portal = try startPortal(["color-scheme": .uint32(2)])
    try stage.wait("the settings") { settings.preferences.colourScheme == .light }
    // The last values are kept after the portal has gone.
    portal.bus.close()
    try stage.wait("its end") {
      guard
        let owner = try? stage.answer(bus, .ofBus("NameHasOwner", [.string(FakePortal.name)], expects: "b"))
      else { return false }
      return owner == .success([.boolean(false)])
    }
    #expect(settings.preferences.colourScheme == .light)
    settings.close()
  }

  @Test func `a portal that never answers changes nothing`() throws {
    let portal = try startPortal([:])
    portal.isSilent = true
    let settings = PortalSettings(bus) { _ in Issue.record("changed") }
    try stage.wait("the questions") { portal.reads.count == SystemPreferences.portalKeys.count }
    #expect(settings.preferences == SystemPreferences())
    settings.close()
  }

  @Test func `a change is not undone by an answer to an earlier question`() throws {
    let portal = try startPortal(["color-scheme": .uint32(1)])
    portal.isSilent = true
    let settings = PortalSettings(bus) { _ in }
    try stage.wait("the questions") { portal.reads.count == SystemPreferences.portalKeys.count }
    portal.change("color-scheme", .uint32(2))
    portal.answerAll(["color-scheme": .uint32(1)])
    try stage.wait("the change") { settings.preferences.colourScheme == .light }
    _ = try stage.answer(portal.bus, .ofBus("GetId", [], expects: "s"))
    _ = try stage.answer(bus, .ofBus("GetId", [], expects: "s"))
    #expect(settings.preferences.colourScheme == .light)
    settings.close()
  }

  @Test(
    arguments: [
      ("color-scheme", .uint32(3)), ("color-scheme", .string("dark")), ("color-scheme", .int32(1)),
      ("contrast", .uint32(2)), ("contrast", .boolean(true)), ("reduced-motion", .double(1)),
      ("accent-color", .structure([.double(1), .double(2), .double(0)])),
      ("accent-color", .structure([.double(1), .double(1)])),
      ("accent-color", .structure([.double(.nan), .double(0), .double(0)])), ("accent-color", .string("red")),
      ("colour", .uint32(1)),
    ] as [(String, DBusValue)])
  func `a value that is not in the specification is no preference`(_ key: String, _ value: DBusValue) {
    var preferences = SystemPreferences()
    preferences.take(key, value)
    #expect(preferences == SystemPreferences())
  }
}
