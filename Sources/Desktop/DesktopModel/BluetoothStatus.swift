import Localization

/// The Bluetooth adapters of the machine, with the devices that are paired, connected or in range.
public struct BluetoothStatus: Equatable, Sendable {
  /// The object paths of the machine's adapters.
  public var adapters: [String]
  /// Whether any adapter is turned on.
  public var isOn: Bool
  /// The devices, sorted: connected ones, then paired ones, then others, each group by name.
  public var devices: [BluetoothDevice]

  public var connected: [BluetoothDevice] { devices.filter(\.isConnected) }

  /// D-Bus names of BlueZ's service and of the interfaces that are read.
  public enum Names {
    public static let service = "org.bluez"
    public static let adapter = "org.bluez.Adapter1"
    public static let device = "org.bluez.Device1"
    public static let battery = "org.bluez.Battery1"
    /// The properties that are kept, by interface.
    public static let properties: ObjectTree.Names = [
      adapter: ["Powered"],
      device: ["Adapter", "Address", "Alias", "Blocked", "Connected", "Icon", "Paired"],
      battery: ["Percentage"],
    ]
  }

  /// Limit of the number of devices, more than anybody chooses among.
  static let mostDevices = 50

  /// Reads BlueZ's objects; nil if the machine has no adapter.
  public init?(bluez tree: ObjectTree) {
    adapters = tree.paths(with: Names.adapter)
    guard !adapters.isEmpty else { return nil }
    isOn = adapters.contains { tree[$0, Names.adapter]?["Powered"]?.boolean == true }
    let all = tree.paths(with: Names.device).compactMap { BluetoothDevice($0, in: tree) }
    devices = Array(all.sorted { $0.rank < $1.rank }.prefix(Self.mostDevices))
  }
}

/// A Bluetooth device that is connected, paired or in range.
public struct BluetoothDevice: Equatable, Sendable, Identifiable {
  /// The object path of the device.
  public var id: String
  /// The name that the user or the maker gave to the device, or its address if it has no name.
  public var name: String
  /// The name of an icon for the kind of device; empty if the kind is unknown.
  public var icon: String
  public var isPaired: Bool, isConnected: Bool
  /// The charge of the device's battery in percent; nil if the device does not report it.
  public var battery: Int?

  /// Reads the device at an object path; nil if there is none, it is blocked, or it has no name and is neither paired nor
  /// connected.
  init?(_ path: String, in tree: ObjectTree) {
    guard let properties = tree[path, BluetoothStatus.Names.device],
      properties["Blocked"]?.boolean != true
    else { return nil }
    id = path
    isPaired = properties["Paired"]?.boolean == true
    isConnected = properties["Connected"]?.boolean == true
    let address = NetworkName.visible(properties["Address"]?.string ?? "")
    let alias = NetworkName.visible(properties["Alias"]?.string ?? "")
    // BlueZ derives the alias of a device without a name from its address.
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

/// An operation on a device that is under way or has failed.
public enum BluetoothTask: Equatable, Sendable {
  case connecting, disconnecting, pairing
  /// The operation has failed for this reason, in words for the user.
  case failed(String)

  /// Converts an error of BlueZ to a failure in words for the user.
  public init(error name: String, _ message: String) {
    self = .failed(BluetoothFailure(error: name, message).words)
  }
}

/// The reason why BlueZ did not perform an operation.
public struct BluetoothFailure: Equatable, Sendable {
  /// The reason in words for the user.
  public var words: String
  /// The text of BlueZ for the log; nil if `words` says the same.
  public var reason: String?

  /// Converts an error of BlueZ; `ownWords` are those for a message that is not known.
  public init(error name: String, _ message: String, ownWords: String? = nil) {
    let known = [
      "page-timeout": localized("The device does not answer."),
      "Host is down": localized("The device does not answer."),
      "profile-unavailable": localized("Nothing is installed that could use the device."),
      "adapter-not-powered": localized("Bluetooth is turned off."),
      "refused": localized("The device refused."),
      "key-missing": localized("The device has forgotten this machine."),
    ]
    let told = known.sorted { $0.key < $1.key }.first { Self.contains(message, $0.key) }?.value
    switch name.split(separator: ".").last {
    case "AuthenticationCanceled", "AuthenticationFailed", "AuthenticationRejected", "AuthenticationTimeout":
      words = localized("The device was not paired.")
    case "NotReady": words = localized("Bluetooth is turned off.")
    case "Blocked": words = localized("Bluetooth is blocked by a switch.")
    case "NoReply", "Timeout": words = localized("The device does not answer.")
    default:
      words = told ?? ownWords ?? localized("It failed.")
      if told == nil {
        let line = SoundText.line(message)
        reason = "BlueZ refused: \(line.isEmpty ? name : line)"
      }
    }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}
