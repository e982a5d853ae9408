import ModuleModel

extension ModuleKind {
  public static let rates = ModuleKind(
    "rates", "The rates at which the network receives and sends.",
    summary: KindSummary(
      fields: FieldSummary.rates + [
        FieldSummary("received", .integer, .bytes, example: "2.1 GiB", "the received data since the start"),
        FieldSummary("sent", .integer, .bytes, example: "140 MiB", "the sent data since the start"),
        FieldSummary("interface", .text, example: "wlan0", "the interface; of several the busiest"),
        .history("the last of down, as parts of the greatest of them, or of 100 kB/s"),
        FieldSummary(
          "up_history", .list, example: "a graph",
          "the last of up, as parts of the greatest of them, or of 100 kB/s"),
      ], format: "↓ {down}  ↑ {up}", sideFormat: "{icon}",
      tooltip: "{interface}: {received} received, {sent} sent", fitting: .whole,
      actions: [.panel("the last rates")]),
    source: MeterSettings(.rates(.all), interval: 3), formatExample: "{down:.1}",
    options: [
      .interval,
      Option(
        "interface", \.interface, .pattern, absent: "all but the loopback", example: .example("wl*"),
        "The network interfaces whose traffic is counted together, by their names in the kernel."),
    ])
}
