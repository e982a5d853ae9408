/// Direction of sound: out of the machine or into it.
public enum SoundDirection: String, CaseIterable, Sendable {
  case output, input
}

/// Identifier of a device or a stream of a sound server.
public struct SoundID: Hashable, Sendable {
  public enum Kind: CaseIterable, Sendable {
    /// An output device, and an input device.
    case sink, source
    /// A stream of a program that plays, and one of a program that records.
    case playback, recording
  }

  public var kind: Kind
  public var index: UInt32

  public init(_ kind: Kind, _ index: UInt32) {
    (self.kind, self.index) = (kind, index)
  }

  public var direction: SoundDirection { kind == .sink || kind == .playback ? .output : .input }
}

/// An output or input device of a sound server.
public struct SoundDevice: Equatable, Sendable {
  public var id: SoundID
  /// The name of the device on the server.
  public var name: String
  /// The name of the device for the user.
  public var label: String
  /// The volume; nil if the device has none.
  public var volume: SoundVolume?
  /// The last volume that was not silent, which keeps the balance between the channels.
  var balance: SoundVolume?
  public var isMuted = false
  /// The ports of the device, such as jacks, including unavailable ones.
  public var ports: [SoundPort] = []
  /// The name of the port in use; nil if there is none.
  public var activePort: String?
  /// Whether the device is the monitor of an output, which records what that plays.
  public var isMonitor = false
  /// The index of the card that the device belongs to; nil if there is none.
  public var card: UInt32?
  /// The form factor of the device, such as `headset`; empty if it is unknown.
  public var formFactor = ""
  /// Whether the device is connected by Bluetooth.
  public var isBluetooth = false

  /// Creates a device; nil if its name could not be sent back to the server.
  public init?(_ id: SoundID, name: String, label: String) {
    guard SoundText.isName(name) else { return nil }
    self.id = id
    self.name = name
    self.label = SoundText.label(label, orName: name)
  }

  /// Whether a device is connected by Bluetooth: PulseAudio tells its bus, PipeWire the library by which it reaches the
  /// device.
  public static func isBluetooth(bus: String, library: String) -> Bool {
    bus == "bluetooth" || library == "bluez5"
  }

  /// The place where the sound comes out or goes in, as far as it is known.
  public var place: SoundPlace {
    let port = ports.first { $0.name == activePort }
    if let place = port?.place, place != .other { return place }
    return SoundPlace(formFactor: formFactor) ?? .other
  }
}

/// A port of a device, such as a jack or the built-in speakers.
public struct SoundPort: Equatable, Sendable {
  public enum Availability: Equatable, Sendable {
    case unknown, no, yes
  }

  public var name: String
  public var label: String
  public var availability: Availability
  public var place: SoundPlace

  /// Creates a port; nil if its name could not be sent back to the server. `type` is a value of
  /// `pa_device_port_type_t`, or 0 if the server is too old to report it.
  public init?(_ name: String, label: String, availability: Availability = .unknown, type: UInt32 = 0) {
    guard SoundText.isName(name) else { return nil }
    self.name = name
    self.label = SoundText.label(label, orName: name)
    self.availability = availability
    place = SoundPlace(portType: type) ?? SoundPlace(portName: name)
  }
}

/// Place where sound comes out or goes in.
public enum SoundPlace: String, CaseIterable, Sendable {
  case speaker, headphones, headset, screen, microphone, line, webcam, other

  /// Converts a value of `pa_device_port_type_t`, see `pulse/def.h`; nil if it names no place.
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

  /// Determines the place from the name of a port, by the words in the port names of PulseAudio's ALSA profiles.
  init(portName name: String) {
    let name = name.lowercased()
    func names(_ word: String) -> Bool {
      // Releases are linked without _StringProcessing, which has the standard library's search for substrings.
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

  /// Converts the form factor of a device; nil if it names no place.
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

/// Conversion of a sound server's texts for the user.
enum SoundText {
  /// The longest text that is kept, in characters.
  static let longest = 200

  /// Whether a name can be sent back to the server: it has 1 to 1000 bytes.
  static func isName(_ name: String) -> Bool { !name.isEmpty && name.utf8.count <= 1000 }

  /// The label on one line, or the name if the label is empty.
  static func label(_ label: String, orName name: String) -> String {
    let line = line(label)
    return line.isEmpty ? self.line(name) : line
  }

  /// Puts a text on one line: without control characters and outer spaces, and cut to `longest` characters.
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
