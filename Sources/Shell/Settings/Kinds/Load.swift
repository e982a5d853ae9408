import ModuleModel

extension ModuleKind {
  public static let load = ModuleKind(
    "load", "The number of processes that run or wait.",
    summary: KindSummary(
      fields: [
        FieldSummary(
          "load1", .real, example: "0.31", "the mean number of waiting processes over a minute"),
        FieldSummary("load5", .real, example: "0.28", "the same over five minutes"),
        FieldSummary("load15", .real, example: "0.3", "the same over a quarter of an hour"),
        FieldSummary("percent", .integer, .percent, example: "4", "load1 as a part of the cores"),
        FieldSummary("cores", .integer, example: "8", "how many cores there are"),
        .history("the last of percent"),
      ], format: "{icon} {load1:.2}", sideFormat: "{icon} {load1:.1}",
      tooltip: "Load {load1:.2}, {load5:.2}, {load15:.2} on {cores} cores", fitting: .whole,
      levelField: "percent", actions: [.panel("the load and the busiest programs")]),
    source: MeterSettings(.load, interval: 10), formatExample: "{load1:.1} {load5:.1}",
    options: [.interval])
}
