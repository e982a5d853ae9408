import Measures
import Notifications
import Scenes
import Settings
import Testing
import VisualEffects

@testable import Views

struct BannerControlTests {
  @Test(arguments: [1, 1.25, 1.5, 2]) func `Edges are whole pixels`(scale: Double) {
    for urgency in Urgency.allCases {
      var hints = Hints()
      hints.urgency = urgency
      let content = BannerContent(Notification(NotificationRequest(), hints, id: 1, time: 0))
      let view = BannerView(content, width: 360, scale: scale, material: Self.material)
      let width = view.layout(measurer: MonospaceMeasurer()).node.border?.width ?? 0
      #expect(width >= 1 && width == width.rounded())
    }
  }

  private static let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)
}
