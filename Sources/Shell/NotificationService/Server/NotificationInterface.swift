public import DesktopModel

/// The interface `org.freedesktop.Notifications` of the Desktop Notifications Specification 1.3.
public nonisolated enum NotificationInterface {
  public static let name = "org.freedesktop.Notifications"
  public static let path = "/org/freedesktop/Notifications"
  static let specificationVersion = "1.3"

  public static let description = InterfaceDescription(
    name,
    methods: [
      .init("GetCapabilities", out: [.init("capabilities", "as")]),
      .init(
        "Notify",
        in: [
          .init("app_name", "s"), .init("replaces_id", "u"), .init("app_icon", "s"), .init("summary", "s"),
          .init("body", "s"), .init("actions", "as"), .init("hints", "a{sv}"), .init("expire_timeout", "i"),
        ], out: [.init("id", "u")]),
      .init("CloseNotification", in: [.init("id", "u")]),
      .init(
        "GetServerInformation",
        out: [
          .init("name", "s"), .init("vendor", "s"), .init("version", "s"), .init("spec_version", "s"),
        ]),
    ],
    signals: [
      .init("NotificationClosed", [.init("id", "u"), .init("reason", "u")]),
      .init("ActionInvoked", [.init("id", "u"), .init("action_key", "s")]),
      .init("ActivationToken", [.init("id", "u"), .init("activation_token", "s")]),
      // This signal belongs to KDE's extension "inline-reply".
      .init("NotificationReplied", [.init("id", "u"), .init("text", "s")]),
    ])
}
