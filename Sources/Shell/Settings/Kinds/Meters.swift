import ModuleModel
public import TextProcessing

/// The settings of a meter, which reads a value of the machine at intervals.
public struct MeterSettings: ReadsAtIntervals {
  /// The value that a meter reads.
  public enum Subject: Equatable, Sendable {
    /// The use of the processor; with `cores` that of each core too, with `frequencies` the clock frequencies of the cores, and
    /// with `load` the load average.
    case cpu(cores: Bool = false, frequencies: Bool = false, load: Bool = false)
    case memory
    /// Usage of the file system that contains a path.
    case disk(path: String)
    case load
    /// The sensor with a name, or that of a file; nil for that of the processor.
    case temperature(sensor: String?, path: String? = nil)
    case rates(Interfaces)
  }

  /// The network interfaces whose traffic is counted.
  public enum Interfaces: Equatable, Sendable {
    /// All but the loopback.
    case all
    case named(String)
    case matching(TextPattern)

    /// Whether the interface with a name is one of them.
    public func contains(_ name: String) -> Bool {
      switch self {
      case .all: name != "lo"
      case .named(let own): name == own
      case .matching(let pattern): pattern.matches(name)
      }
    }
  }

  public var subject: Subject
  /// The paths of file systems that have an item each; empty: that of `disk` alone is shown.
  public var paths: [String] = []
  /// Seconds between two readings.
  public var interval: Double
  /// Whether it is shown how long programs wait for what is read.
  public var showsPressure: Bool

  public init(_ subject: Subject, interval: Double, showsPressure: Bool = false) {
    self.subject = subject
    self.interval = interval
    self.showsPressure = showsPressure
  }

  /// The path of `disk`.
  var path: String {
    get { if case .disk(let path) = subject { path } else { "" } }
    set { subject = .disk(path: newValue) }
  }

  /// The sensor of `temperature`.
  var sensor: String? {
    get { if case .temperature(let sensor, _) = subject { sensor } else { nil } }
    set { subject = .temperature(sensor: newValue, path: sensorPath) }
  }

  /// The file of the sensor of `temperature`.
  var sensorPath: String? {
    get { if case .temperature(_, let path) = subject { path } else { nil } }
    set { subject = .temperature(sensor: sensor, path: newValue) }
  }

  /// The interfaces of `rates`; nil for all.
  var interface: TextPattern? {
    get { if case .rates(.matching(let pattern)) = subject { pattern } else { nil } }
    set { subject = .rates(newValue.map { .matching($0) } ?? .all) }
  }
}
