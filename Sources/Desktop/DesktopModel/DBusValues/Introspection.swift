/// The XML that describes an object's interfaces: D-Bus Specification, "Introspection Data Format".
public enum Introspection {
  /// The document of an object with these interfaces and with children of these names below it.
  ///
  /// The standard interfaces that every object has are added.
  public static func document(_ interfaces: [InterfaceDescription], children: [String] = []) -> String {
    let all = (interfaces.isEmpty ? [] : [peer, introspectable, properties]) + interfaces
    let nodes = children.sorted().map { "  <node name=\"\($0)\"/>\n" }
    return doctype + "<node>\n" + all.map(text).joined() + nodes.joined() + "</node>\n"
  }

  /// `org.freedesktop.DBus.Peer`, which the library answers itself.
  public static let peer = InterfaceDescription(
    "org.freedesktop.DBus.Peer",
    methods: [.init("Ping"), .init("GetMachineId", out: [.init("machine_uuid", "s")])])

  public static let introspectable = InterfaceDescription(
    "org.freedesktop.DBus.Introspectable",
    methods: [.init("Introspect", out: [.init("xml_data", "s")])])

  public static let properties = InterfaceDescription(
    "org.freedesktop.DBus.Properties",
    methods: [
      .init(
        "Get", in: [.init("interface_name", "s"), .init("property_name", "s")], out: [.init("value", "v")]),
      .init("GetAll", in: [.init("interface_name", "s")], out: [.init("properties", "a{sv}")]),
      .init(
        "Set",
        in: [.init("interface_name", "s"), .init("property_name", "s"), .init("value", "v")]),
    ],
    signals: [
      .init(
        "PropertiesChanged",
        [
          .init("interface_name", "s"), .init("changed_properties", "a{sv}"),
          .init("invalidated_properties", "as"),
        ])
    ])

  private static let doctype = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

    """

  private static func text(_ interface: InterfaceDescription) -> String {
    var text = "  <interface name=\"\(interface.name)\">\n"
    for method in interface.methods {
      text += element(
        "method", method.name,
        method.inputs.map { argument($0, " direction=\"in\"") }
          + method.outputs.map { argument($0, " direction=\"out\"") })
    }
    for signal in interface.signals {
      text += element("signal", signal.name, signal.arguments.map { argument($0, "") })
    }
    for property in interface.properties {
      text += "    <property name=\"\(property.name)\" type=\"\(property.type)\" access=\"read\"/>\n"
    }
    return text + "  </interface>\n"
  }

  private static func element(_ kind: String, _ name: String, _ lines: [String]) -> String {
    lines.isEmpty
      ? "    <\(kind) name=\"\(name)\"/>\n"
      : "    <\(kind) name=\"\(name)\">\n" + lines.joined() + "    </\(kind)>\n"
  }

  private static func argument(_ argument: InterfaceDescription.Argument, _ direction: String) -> String {
    "      <arg name=\"\(argument.name)\" type=\"\(argument.type)\"\(direction)/>\n"
  }
}
