import ModuleModel

extension ModuleKind {
  public static let memory = ModuleKind(
    "memory", "The use of memory.",
    summary: KindSummary(
      fields: [
        FieldSummary("percent", .integer, .percent, example: "43", "the part of the memory that is in use"),
        FieldSummary("used", .integer, .bytes, example: "6.7 GiB", "the memory in use"),
        FieldSummary(
          "available", .integer, .bytes, example: "8.8 GiB", "the memory that programs can still get"),
        FieldSummary("total", .integer, .bytes, example: "15 GiB", "all memory"),
        FieldSummary("swap_percent", .integer, .percent, example: "2", "the part of the swap that is in use"),
        FieldSummary("swap_used", .integer, .bytes, example: "160 MiB", "the swap in use"),
        FieldSummary("swap_total", .integer, .bytes, example: "8.0 GiB", "all swap"),
        .pressure("memory"),
        .history("the last used shares"),
      ], format: "{icon} {percent}%", sideFormat: "{icon} {percent}",
      tooltip: "{used} of {total} in use, {swap_used} of swap", fitting: .whole,
      levelField: "percent", actions: [.panel("the use of memory and the largest programs")]),
    source: MeterSettings(.memory, interval: 10), formatExample: "{used} / {total}",
    options: [.interval],
    adapt: { $0.showsPressure = $1.shows("pressure") })
}
