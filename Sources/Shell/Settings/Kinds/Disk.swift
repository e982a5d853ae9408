import ModuleModel

extension ModuleKind {
  public static let disk = ModuleKind(
    "disk", "The use of a file system.",
    summary: KindSummary(
      fields: [
        FieldSummary("percent", .integer, .percent, example: "61", "the part that is in use"),
        FieldSummary("used", .integer, .bytes, example: "284 GiB", "the space in use"),
        FieldSummary("free", .integer, .bytes, example: "183 GiB", "the space that users can still write"),
        FieldSummary(
          "free_percent", .integer, .percent, example: "39", "the part that users can still write"),
        FieldSummary("total", .integer, .bytes, example: "467 GiB", "the size of the file system"),
        FieldSummary("path", .text, example: "/", "the path of the settings"),
        .pressure("any disk"),
        .history("the last used shares"),
      ],
      itemFields: [FieldSummary("name", .text, example: "home", "the last part of the path")],
      mayLackItems: true, actsWithoutItems: true, format: "{icon} {percent}%", sideFormat: "{icon} {percent}",
      tooltip: "{path}: {free} of {total} free", fitting: .whole, levelField: "percent",
      actions: [.panel("the use of the file systems, and what disks and programs read and write")]),
    source: MeterSettings(.disk(path: "/"), interval: 60), formatExample: "{free} free",
    options: [
      .interval,
      Option("path", \.path, .path("a path"), example: "/home", "A path on the file system."),
      Option(
        "paths", \.paths, .array(.path("a path"), of: "paths"), example: ["/", "/home"],
        "Paths on file systems that have an item each, in place of path."),
    ],
    adapt: { $0.showsPressure = $1.shows("pressure") })
}
