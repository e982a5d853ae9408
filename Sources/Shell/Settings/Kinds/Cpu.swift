import ModuleModel

extension ModuleKind {
  public static let cpu = ModuleKind(
    "cpu", "The use of the processor.",
    summary: KindSummary(
      fields: cpuFields, format: "{icon} {percent}%", sideFormat: "{icon} {percent}",
      tooltip: "{percent}% of {cores} cores", fitting: .whole,
      levelField: "percent",
      actions: [.panel("the use and the temperature of the processor and the busiest programs")]),
    source: MeterSettings(.cpu(), interval: 3), formatExample: "{history} {percent:>3}%",
    options: [.interval],
    adapt: { settings, style in
      settings.showsPressure = style.shows("pressure")
      settings.subject = .cpu(
        cores: style.showsAny { name in cpuFields.contains { $0.number(in: name) != nil } },
        frequencies: cpuFields.contains { $0.unit == .gigahertz && style.shows($0.name) },
        load: style.shows("load1"))
    })

  private static let cpuFields: [FieldSummary] = [
    FieldSummary("percent", .integer, .percent, example: "12", "how busy all cores are"),
    FieldSummary("cores", .integer, example: "8", "how many cores there are"),
    .numbered("percent", .integer, .percent, example: "31", "how busy the core N is, from 0"),
    .numbered("icon", .icons, example: "an icon", "the icon of icons for how busy the core N is"),
    FieldSummary("frequency", .real, .gigahertz, example: "3.4", "the mean frequency of the cores"),
    FieldSummary("min_frequency", .real, .gigahertz, example: "1.2", "that of the slowest core"),
    FieldSummary("max_frequency", .real, .gigahertz, example: "4.6", "that of the fastest core"),
    FieldSummary(
      "load1", .real, example: "0.31", "the mean number of running and waiting processes over a minute"),
    .pressure("the processor"),
    .history("the last busy shares"),
  ]
}
