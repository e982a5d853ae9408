import ModuleModel

extension ModuleKind {
  public static let rates = ModuleKind(
    "rates", "The rates at which the network receives and sends.",
    summary: KindSummary(
      fields: [
        FieldSummary("down", .integer, .bytesPerSecond, example: "1.2 MB/s", "the rate of received data"),
        FieldSummary("up", .integer, .bytesPerSecond, example: "340 kB/s", "the rate of sent data"),
        FieldSummary(
          "down_bits", .integer, .bitsPerSecond, example: "9.8 Mbit/s", "the rate of received data, in bits"),
        FieldSummary(
          "up_bits", .integer, .bitsPerSecond, example: "2.7 Mbit/s", "the rate of sent data, in bits"),
        FieldSummary("received", .integer, .bytes, example: "2.1 GiB", "the received data since the start"),
        FieldSummary("sent", .integer, .bytes, example: "140 MiB", "the sent data since the start"),
        FieldSummary("interface", .text, example: "wlan0", "the interface; of several the busiest"),
        .history("the last of down, as parts of the greatest of them"),
        FieldSummary(
          "up_history", .list, example: "a graph", "the last of up, as parts of the greatest of them"),
      ], format: "↓ {down}  ↑ {up}", sideFormat: "{icon}",
      tooltip: "{interface}: {received} received, {sent} sent", fitting: .whole,
      actions: [.panel("the last rates")], gestures: [.click: ActionSummary.panel]),
    source: MeterSettings(.rates(.all), interval: 3), formatExample: "{down:.1}",
    options: [
      .interval,
      Option(
        "interface", \.interface, .pattern, absent: "all but the loopback", example: .example("wl*"),
        "The network interfaces whose traffic is counted together, by their names in the kernel."),
    ],
    adapt: { $0.showsPressure = $1.shows("pressure") })
}
