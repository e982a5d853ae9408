import DBusValues

/// The Bluetooth of the machine, with the devices that it knows or hears.
public struct BluetoothStatus: Equatable, Sendable {
  /// The paths of the machine's adapters.
  public var adapters: [String]
  /// Whether any of them is turned on.
  public var isOn: Bool
  /// Those that are connected first, then those that are paired, each in the order of their names.
  public var devices: [BluetoothDevice]

  /// The devices that are connected.
  public var connected: [BluetoothDevice] { devices.filter(\.isConnected) }

  /// The names by which BlueZ's objects are reached, and the interfaces of which anything is shown.
  public enum Names {
    public static let service = "org.bluez"
    public static let adapter = "org.bluez.Adapter1"
    public static let device = "org.bluez.Device1"
    public static let battery = "org.bluez.Battery1"
    /// The properties that are kept, by their interfaces.
    public static let properties: ObjectTree.Names = [
      adapter: ["Powered"],
      device: ["Adapter", "Address", "Alias", "Blocked", "Connected", "Icon", "Paired"],
      battery: ["Percentage"],
    ]
  }

  /// More devices than anybody chooses among.
  static let mostDevices = 50

  /// Reads BlueZ's objects; nil: the machine has no adapter.
  public init?(bluez tree: ObjectTree) {
    adapters = tree.paths(with: Names.adapter)
    guard !adapters.isEmpty else { return nil }
    isOn = adapters.contains { tree[$0, Names.adapter]?["Powered"]?.boolean == true }
    let all = tree.paths(with: Names.device).compactMap { BluetoothDevice($0, in: tree) }
    devices = Array(all.sorted { $0.rank < $1.rank }.prefix(Self.mostDevices))
  }
}

/// A device that is connected by Bluetooth, or could be.
public struct BluetoothDevice: Equatable, Sendable, Identifiable {
  /// The path of its object.
  public var id: String
  /// The name that people or its maker gave it.
  public var name: String
  /// The name of an icon for its kind; empty: the kind is not known.
  public var icon: String
  public var isPaired: Bool, isConnected: Bool
  /// The charge of its battery in percent; nil: it does not tell.
  public var battery: Int?

  /// Nil: it is no device, is blocked, or is an unpaired device without a name.
  init?(_ path: String, in tree: ObjectTree) {
    guard let properties = tree[path, BluetoothStatus.Names.device],
      properties["Blocked"]?.boolean != true
    else { return nil }
    id = path
    isPaired = properties["Paired"]?.boolean == true
    isConnected = properties["Connected"]?.boolean == true
    let address = NetworkName.visible(properties["Address"]?.string ?? "")
    let alias = NetworkName.visible(properties["Alias"]?.string ?? "")
    // BlueZ makes a name of the address for a device that has none.
    let isNamed = !alias.isEmpty && alias.split(separator: "-") != address.split(separator: ":")
    guard isNamed || isPaired || isConnected else { return nil }
    name = alias.isEmpty ? address : alias
    let icon = properties["Icon"]?.string ?? ""
    let isName = icon.utf8.allSatisfy {
      $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
    }
    self.icon = isName ? String(icon.prefix(64)) : ""
    battery = tree[path, BluetoothStatus.Names.battery]?["Percentage"]?.integer.flatMap {
      (0...100).contains($0) ? $0 : nil
    }
  }

  var rank: (Int, String, String) { (isConnected ? 0 : isPaired ? 1 : 2, name, id) }
}

/// What is being done with a device, or why it was not done.
public enum BluetoothTask: Equatable, Sendable {
  case connecting, disconnecting, pairing
  /// It was not done; in words, which may be those of the service.
  case failed(String)

  /// The failure for an error of BlueZ.
  public init(error name: String, _ message: String) {
    let known = [
      "page-timeout": "The device does not answer.", "Host is down": "The device does not answer.",
      "profile-unavailable": "Nothing is installed that could use the device.",
      "adapter-not-powered": "Bluetooth is turned off.", "refused": "The device refused.",
      "key-missing": "The device has forgotten this machine.",
    ]
    let words = known.sorted { $0.key < $1.key }.first { Self.contains(message, $0.key) }?.value
    switch name.split(separator: ".").last {
    case "AuthenticationCanceled", "AuthenticationFailed", "AuthenticationRejected", "AuthenticationTimeout":
      self = .failed("The device was not paired.")
    case "NotReady": self = .failed("Bluetooth is turned off.")
    case "Blocked": self = .failed("Bluetooth is blocked by a switch.")
    case "NoReply", "Timeout": self = .failed("The device does not answer.")
    default:
      let line = SoundText.line(message)
      self = .failed(words ?? (line.isEmpty ? "It failed." : line))
    }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}
