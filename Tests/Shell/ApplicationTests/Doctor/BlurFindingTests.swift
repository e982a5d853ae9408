import Testing
import Wayland

@testable import Application

struct BlurFindingTests {
  @Test(
    arguments: [
      (.on, ["kde_output_management_v2"], "offered and turned on"),
      (
        .off, ["kde_output_management_v2"],
        "offered, but turned off: enable the desktop effect \"Blur\" in KDE's System Settings; KWin needs OpenGL for it"
      ),
      (
        .unsupported, ["kde_output_management_v2"],
        "turned off: enable the desktop effect \"Blur\" in KDE's System Settings; KWin needs OpenGL for it"
      ),
      (.off, ["wl_shm"], "offered, but turned off: the compositor's settings decide that"),
      (.unsupported, ["wl_shm", "org_kde_kwin_server_decoration_manager"], "not offered"),
    ] as [(CompositorBlur.Availability, Set<String>, String)])
  func `what is missing is named, with how KWin's effect is turned on`(
    availability: CompositorBlur.Availability, interfaces: Set<String>, text: String
  ) {
    #expect(BlurFinding(availability: availability, interfaces: interfaces).text == text)
  }
}
