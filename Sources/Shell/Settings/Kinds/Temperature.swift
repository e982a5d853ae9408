import ModuleModel

extension ModuleKind {
  public static let temperature = ModuleKind(
    "temperature", "The temperature that a sensor measures.",
    summary: KindSummary(
      fields: [
        FieldSummary("celsius", .real, .celsius, example: "47", "the temperature"),
        FieldSummary("fahrenheit", .real, example: "116.6", "the same in degrees Fahrenheit"),
        FieldSummary("sensor", .text, example: "k10temp Tctl", "the name of the sensor"),
        .history("the last temperatures, as parts of 100 °C"),
      ], format: "{icon} {celsius:.0} °C", sideFormat: "{icon} {celsius:.0}", tooltip: "{sensor}",
      fitting: .whole,
      levelField: "celsius", actions: [.panel("the last temperatures")]),
    source: MeterSettings(.temperature(sensor: nil), interval: 10), formatExample: "{fahrenheit:.0} °F",
    options: [
      .interval,
      Option(
        "sensor", \.sensor, .line("the name of a sensor"), absent: "that of the processor",
        example: "coretemp Package id 0",
        "The name of the sensor, as the field sensor shows it, or the beginning of the name."),
      Option(
        "path", \.sensorPath, .path("the path of a file"), absent: "that of the sensor",
        example: "/sys/devices/platform/coretemp.0/hwmon/hwmon*/temp1_input",
        "The file of the sensor, in place of its name; in the names of folders, * and ? stand for any characters."
      ),
    ])
}
