import ModuleModel
import Testing

@testable import Settings

struct SessionSettingsTests {
  @Test func `the countdown of a session is that of each module that asks`() {
    let (settings, messages) = decode("[session]\ncountdown = 5\n[control_center]\ncountdown = 0\n")
    #expect(messages == [])
    let session = settings.module(ModuleName(.session)).source.base as? SessionSettings
    let centre = settings.module(ModuleName(.controlCenter)).source.base as? ControlCenterSettings
    #expect(session?.countdown == 5 && centre?.session.countdown == 0)
    #expect(SessionSettings().countdown == 60 && ControlCenterSettings().session.countdown == 60)
  }
}
