/// Which way sound goes: out of the machine, or into it.
public enum SoundDirection: String, CaseIterable, Sendable {
  case output, input
}

/// What a sound server has a number for.
public struct SoundID: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, CaseIterable, Sendable {
    /// A device that plays, and one that records.
    case sink, source
    /// A stream of a program that plays, and of one that records.
    case playback, recording
  }

  public var kind: Kind
  public var index: UInt32

  public init(_ kind: Kind, _ index: UInt32) {
    (self.kind, self.index) = (kind, index)
  }

  public var direction: SoundDirection { kind == .sink || kind == .playback ? .output : .input }

  public var description: String { "\(kind.rawValue):\(index)" }

  /// Reads what `description` gives.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let index = UInt32(parts[1]) else {
      return nil
    }
    self.init(kind, index)
  }
}

/// A device of a sound server: one that plays, or one that records.
public struct SoundDevice: Equatable, Sendable {
  public var id: SoundID
  /// The name by which the server knows it.
  public var name: String
  /// What people call it.
  public var label: String
  /// Nil: it tells none.
  public var volume: SoundVolume?
  /// The last volume that was not silent, for its balance.
  var balance: SoundVolume?
  public var isMuted = false
  /// What it has to plug in or to switch between; unavailable ones included.
  public var ports: [SoundPort] = []
  /// The name of the port in use; nil: there is none.
  public var activePort: String?
  /// Whether it records what another device plays.
  public var isMonitor = false
  /// The card that it belongs to; nil: none.
  public var card: UInt32?
  /// What the system has for its shape, such as `headset`; empty: it does not tell.
  public var formFactor = ""

  /// Nil: the name is none that could be sent back.
  public init?(_ id: SoundID, name: String, label: String) {
    guard SoundText.isName(name) else { return nil }
    self.id = id
    self.name = name
    self.label = SoundText.label(label, orName: name)
  }

  /// What is at its end, as far as that is known.
  public var place: SoundPlace {
    let port = ports.first { $0.name == activePort }
    if let place = port?.place, place != .other { return place }
    return SoundPlace(formFactor: formFactor) ?? .other
  }
}

/// A plug or a way of a device.
public struct SoundPort: Equatable, Sendable {
  public enum Availability: Equatable, Sendable {
    case unknown, no, yes
  }

  public var name: String
  public var label: String
  public var availability: Availability
  public var place: SoundPlace

  /// `type` is the server's number for what the port is; 0 where it is too old to tell. Nil: the name could not be sent back.
  public init?(_ name: String, label: String, availability: Availability = .unknown, type: UInt32 = 0) {
    guard SoundText.isName(name) else { return nil }
    self.name = name
    self.label = SoundText.label(label, orName: name)
    self.availability = availability
    place = SoundPlace(portType: type) ?? SoundPlace(portName: name)
  }
}

/// Where sound comes out or goes in.
public enum SoundPlace: String, CaseIterable, Sendable {
  case speaker, headphones, headset, screen, microphone, line, webcam, other

  /// The place for a number of `pa_device_port_type_t`, which `pulse/def.h` lists; nil: it says nothing of one.
  init?(portType number: UInt32) {
    switch number {
    case 2, 16, 18, 19: self = .speaker
    case 3, 8: self = .headphones
    case 4: self = .line
    case 5: self = .microphone
    case 6, 7, 17: self = .headset
    case 10, 11: self = .screen
    default: return nil
    }
  }

  /// The place that the name of a port tells, as ALSA's profiles of PulseAudio name them.
  init(portName name: String) {
    let name = name.lowercased()
    func names(_ word: String) -> Bool {
      // The standard library's search of texts is not part of a release.
      let (text, word) = (Array(name.utf8), Array(word.utf8))
      guard text.count >= word.count else { return false }
      return (0...(text.count - word.count)).contains { text[$0..<($0 + word.count)].elementsEqual(word) }
    }
    let words: [(String, SoundPlace)] = [
      ("headset", .headset), ("headphone", .headphones), ("speaker", .speaker), ("hdmi", .screen),
      ("displayport", .screen), ("mic", .microphone), ("line", .line),
    ]
    self = words.first { names($0.0) }?.1 ?? .other
  }

  /// The place for a form factor of a device; nil: it says nothing.
  init?(formFactor word: String) {
    switch word {
    case "internal", "speaker", "hifi", "portable", "car": self = .speaker
    case "headphone": self = .headphones
    case "headset", "handset", "hands-free": self = .headset
    case "tv": self = .screen
    case "microphone": self = .microphone
    case "webcam": self = .webcam
    default: return nil
    }
  }
}

/// Texts of a sound server as they may be shown.
enum SoundText {
  /// The longest text that is taken over, in characters.
  static let longest = 200

  /// Whether a name is one that can be sent back to the server as it is.
  static func isName(_ name: String) -> Bool { !name.isEmpty && name.utf8.count <= 1000 }

  /// The words that people read for something: its label on one line, or its name if it has none.
  static func label(_ label: String, orName name: String) -> String {
    let line = line(label)
    return line.isEmpty ? self.line(name) : line
  }

  /// A text on one line, without control characters and spaces at its ends, and no longer than may be.
  static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longest * 8) {
      let isControl = scalar.properties.generalCategory == .control
      let isSpace = isControl || scalar == " "
      if isSpace, scalars.isEmpty || scalars.last == " " { continue }
      scalars.append(isSpace ? " " : scalar)
    }
    var line = String(String(scalars).prefix(longest))
    if line.last == " " { line.removeLast() }
    return line
  }
}
