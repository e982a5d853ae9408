import ModuleModel
import Settings

extension WaybarKind {
  static let cpu = WaybarKind(
    kind: .cpu, format: "{usage}%",
    fields: [
      "usage": "percent", "usageN": "percent", "icon": "icon", "iconN": "icon",
      "avg_frequency": .formed("frequency", ".1"), "max_frequency": .formed("max_frequency", ".1"),
      "min_frequency": .formed("min_frequency", ".1"),
      // Braces without a name are the first value that Waybar has for a format, here and below.
      "load": "load1", "": "load1",
    ], levelField: "percent", hasInterval: true)

  static let memory = WaybarKind(
    kind: .memory, format: "{}%",
    fields: [
      "": "percent", "percentage": "percent", "icon": "icon",
      "used": .size("used", unit: "G"), "total": .size("total", unit: "G"),
      "avail": .size("available", unit: "G"), "swapUsed": .size("swap_used", unit: "G"),
      "swapTotal": .size("swap_total", unit: "G"),
      "swapPercentage": "swap_percent", "swapAvail": .lost("total and used are there"),
    ], levelField: "percent", hasInterval: true)

  private static let unit = "the number is written with its unit"

  static let disk = WaybarKind(
    kind: .disk, format: "{percentage_used}%",
    fields: [
      "percentage_used": "percent", "percentage_free": "free_percent", "": "free_percent",
      "used": .amount("used"), "free": .amount("free"), "total": .amount("total"), "path": "path",
      "icon": "icon",
      "specific_used": .near("used", unit), "specific_free": .near("free", unit),
      "specific_total": .near("total", unit),
    ], levelField: "percent", hasInterval: true
  ) { module in
    module.copyText("path", to: "path")
    module.approximate(["unit": "sizes have the unit that suits them"])
  }

  static let load = WaybarKind(
    kind: .load, format: "{load1}",
    fields: [
      "": "load1", "load1": "load1", "load5": "load5", "load15": "load15", "icon": "icon",
    ], levelField: "percent", hasInterval: true)

  static let temperature = WaybarKind(
    kind: .temperature, format: "{temperatureC}°C",
    fields: [
      "temperatureC": .formed("celsius", ".0"), "": .formed("celsius", ".0"),
      "temperatureF": .formed("fahrenheit", ".0"),
      "temperatureK": .lost("there are degrees Celsius and Fahrenheit"), "icon": "icon",
    ], hasInterval: true
  ) { module in
    for (key, state) in [("warning-threshold", "warning"), ("critical-threshold", "critical")] {
      guard let limit = module.number(key) else { continue }
      module.set(state: state, "when", .table([("celsius", .string(">= \(Int(limit))"))]), from: key)
      guard let text = module.string("format-\(state)") else { continue }
      if text.isEmpty {
        module.set(state: state, "hidden", true, from: "format-\(state)")
      } else {
        let format = module.converted(text, from: "format-\(state)")
        module.set(state: state, "format", .string(format), from: "format-\(state)")
      }
    }
    sensor(&module)
  }

  /// Converts the options that name a sensor, whose names differ from ours; those for a path precede the thermal zone.
  private static func sensor(_ module: inout ModuleConversion) {
    for key in ["hwmon-path", "hwmon-path-abs", "thermal-zone", "input-filename"] {
      guard let member = module.take(key) else { continue }
      let path = member.value.string ?? member.value.elements?.first?.string
      if key == "thermal-zone", module.value("path") != nil {
        module.approximate(key, "the path of the sensor has precedence, as in Waybar")
      } else if key == "hwmon-path", let path {
        module.set("path", .string(path), from: key)
      } else if key == "thermal-zone", let zone = member.value.number {
        module.set("path", .string("/sys/class/thermal/thermal_zone\(Int(zone))/temp"), from: key)
      } else {
        module.approximate(
          key, "the sensor is that of the processor; name another one with sensor, see hyaline(5)")
      }
    }
  }

  static let backlight = WaybarKind(
    kind: .backlight, format: "{percent}%",
    fields: ["percent": "percent", "": "percent", "icon": "icon"],
    levelField: "percent"
  ) { module in
    module.copyText("device", to: "device")
    step(&module)
    module.copyNumber("min-brightness", to: "min")
  }

  /// Converts the step of the wheel, which is 1 without an option unless the wheel has commands.
  static func step(_ module: inout ModuleConversion) {
    let hasCommands = ["on-scroll-up", "on-scroll-down"].contains { module.source[$0]?.string != nil }
    if let step = module.number("scroll-step") {
      if 0.1...50 ~= step { module.set("step", .number(step), from: "scroll-step") }
    } else if !hasCommands {
      module.set("step", 1)
    }
    if module.boolean("reverse-scrolling") == true {
      module.approximate("reverse-scrolling", "the wheel turns the other way")
      let (less, more) = module.kind == .backlight ? ("darker", "brighter") : ("softer", "louder")
      module.set(["on", "scroll_up"], .string(less), from: "reverse-scrolling")
      module.set(["on", "scroll_down"], .string(more), from: "reverse-scrolling")
    }
  }
}
