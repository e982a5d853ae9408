import ModuleModel
import Settings

extension WaybarKind {
  private static let batteryFields: [String: WaybarField] = [
    "capacity": "percent", "": "percent", "icon": "icon", "time": "remaining",
    "timeTo": "summary", "power": .formed("power", ".1"), "cycles": "cycles",
    "health": "health",
  ]

  static let battery = WaybarKind(
    kind: .battery, format: "{capacity}%", fields: batteryFields,
    statuses: [
      Status("discharging"), Status("unknown"), Status("not-charging", "held", classes: ["not-charging"]),
      Status("plugged", "plugged"), Status("full"), Status("charging"),
    ], levelField: "percent", isLow: true
  ) { module in
    module.copyText("bat", to: "device")
    if let limit = module.number("full-at") {
      module.set("full_at", .number(limit.rounded()), from: "full-at")
    }
    if let form = module.string("format-time"), form != "{H}:{M}" {
      module.approximate("format-time", "times are written as 2:41")
    }
    events(&module)
    if let adapter = module.string("adapter"), !adapter.isEmpty {
      module.set("adapter", .string(adapter), from: "adapter")
    }
    module.ignore("design-capacity", "weighted-average", "bat-compatibility")
  }

  private static func events(_ module: inout ModuleConversion) {
    guard let events = module.take("events") else { return }
    var warnings: [Double] = []
    for member in events.value.members {
      for state in module.source["states"]?.members ?? [] where member.name.hasSuffix(state.name) {
        if let number = state.value.number { warnings.append(number) }
      }
    }
    if !warnings.isEmpty {
      module.set("warnings", .numbers(warnings.sorted(by: >)), from: "events")
    }
    module.approximate("events", "banners of our own warn at these charges in place of commands")
  }

  static let upower = WaybarKind(
    kind: .battery, format: "{percentage}",
    fields: [
      "percentage": "percent", "time": "remaining", "icon": "icon", "": "percent",
      "model": "model",
    ],
    statuses: [Status("charging"), Status("discharging"), Status("full")]
  ) { module in
    if module.take("native-path") != nil || module.take("model") != nil {
      module.approximate(
        "native-path", "the battery is chosen by device, a kind such as \"headset\" or a model")
      module.set("device", "headset", from: "native-path")
    }
    module.ignore("hide-if-empty", "show-icon", "tooltip-spacing", "tooltip-padding")
  }

  static let network = WaybarKind(
    kind: .network, format: "{ifname}",
    fields: [
      "essid": "name", "ifname": "interface", "ipaddr": "address", "ip6addr": "address6", "icon": "icon",
      "signalStrength": "strength", "signaldBm": "dbm", "frequency": .near("frequency", "it is in MHz"),
      "gwaddr": "gateway", "netmask": "netmask", "cidr": "prefix",
      "bandwidthDownBytes": .amount("down"), "bandwidthUpBytes": .amount("up"),
      "bandwidthDownOctets": .amount("down"), "bandwidthUpOctets": .amount("up"),
      "bandwidthDownBits": .amount("down_bits"), "bandwidthUpBits": .amount("up_bits"),
      "bandwidthTotalBytes": .lost("down and up are there"),
      "bandwidthTotalBits": .lost("down and up are there"),
      "bandwidthTotalOctets": .lost("down and up are there"),
      "operator_name": .near("name", "it is the name of the connection"),
      "signal_quality": .near("strength", "it is the strength of Wi-Fi"),
    ],
    statuses: [
      Status("ethernet"), Status("wifi"), Status("connected"), Status("linked"),
      Status("disconnected"), Status("disconnected", "absent"), Status("disabled"),
    ], levelField: "strength", hasInterval: true
  ) { module in
    if let name = module.string("interface") {
      module.set("interface", .string(name), from: "interface")
      if name.isEmpty { module.approximate("interface", "no interface has an empty name, as in Waybar") }
    }
    module.approximate(["family": "{address} and {address6} are both there"])
    module.ignore("rfkill", "spacing")
  }

  static let bluetooth = WaybarKind(
    kind: .bluetooth, format: " {status}",
    fields: [
      "status": "state", "num_connections": "count", "device_alias": "name",
      "device_battery_percentage": "battery", "device_enumerate": "devices", "icon": "icon",
      "controller_alias": .lost("the controller has no field"),
      "controller_address": .lost("the controller has no field"),
      "device_address": .lost("there are names"),
      "controller_address_type": .lost("the controller has no field"),
    ],
    statuses: [
      Status("disabled", "off"), Status("off"), Status("on"), Status("no-controller", "absent"),
      Status("connected"),
      Status("connected-battery", when: [("state", "connected"), ("battery", ">= 0")], classes: []),
    ]
  ) { module in
    module.copyTexts("format-device-preference", to: "order")
    showMissingController(&module)
    let off = ["format-disabled", "format-off"].compactMap { module.source[$0]?.string }
    if off.count == 2, off[0] != off[1] {
      module.approximate("format-disabled", "a disabled controller counts as off, and uses format-off")
    }
    if module.take("controller") != nil { module.leaveOut("controller", "all controllers count") }
    for key in ["tooltip-format-enumerate-connected", "tooltip-format-enumerate-connected-battery"]
    where module.take(key) != nil {
      module.approximate(key, "devices are listed by name")
    }
  }

  /// Shows the format of the module also without a controller, as Waybar does if `format-no-controller` is not set.
  private static func showMissingController(_ module: inout ModuleConversion) {
    guard module.source["format-no-controller"]?.string == nil else { return }
    let format = module.source["format"]?.string ?? bluetooth.format
    let text = module.converted(format.replacingAll("{status}", with: "no-controller"), from: "format")
    guard !WaybarFormat.withoutMarkup(text).allSatisfy(\.isWhitespace) else { return }
    module.set(state: ModuleReading.absentState, "hidden", false, from: "format")
    module.set(state: ModuleReading.absentState, "format", .string(text), from: "format")
  }

  static let powerProfile = WaybarKind(
    kind: .powerProfile, format: "{icon}",
    fields: [
      "profile": "profile", "icon": "icon", "driver": .lost("the driver has no field"),
      "cpu_driver": .lost("the driver has no field"), "platform_driver": .lost("the driver has no field"),
    ], statuses: [Status("power-saver"), Status("balanced"), Status("performance")])

  static let privacy = WaybarKind(kind: .privacy, format: "", fields: [:]) { module in
    for key in ["icon-spacing", "modules"] where module.take(key) != nil {
      module.approximate(key, "an item is shown for each of camera, microphone and screen")
    }
    let ignored = (module.take("ignore")?.value.elements ?? []).compactMap { $0["name"]?.string }
    if !ignored.isEmpty { module.set("ignore", .strings(ignored), from: "ignore") }
    module.ignore("ignore-monitor", "transition-duration", "expand")
  }
}
