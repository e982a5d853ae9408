import Testing

@testable import DBus

struct BusAddressTests {
  @Test(
    arguments: [
      (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/run/u"], ["unix:path=/a"]),
      (["XDG_RUNTIME_DIR": "/run/u ser"], ["unix:path=/run/u%20ser/bus"]),
      (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/u"], ["unix:path=/run/u/bus"]),
      (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a;tcp:host=b"], ["unix:path=/a", "tcp:host=b"]),
      (["XDG_RUNTIME_DIR": "relative"], nil), ([:], nil),
    ] as [([String: String], [String]?)])
  func `the user's bus is where the environment says`(_ environment: [String: String], _ expected: [String]?)
  {
    #expect(BusAddress.session { environment[$0] }?.alternatives == expected)
  }

  @Test(
    arguments: [
      ("unix:path=/run/a%20b/bus,guid=0123", "/run/a b/bus"), ("unix:guid=1,path=/a", "/a"),
      ("unix:abstract=/tmp/x", nil), ("tcp:host=a", nil), ("unix:path=/a;unix:path=/b", nil),
      ("unix:path=/a%2", nil), ("unix:path=/a%zz", nil), ("unix:path=/%ff", nil),
    ] as [(String, String?)])
  func `the file of the socket is known where there is one`(_ address: String, _ path: String?) {
    #expect(BusAddress(address)?.socketPath == path)
  }
}
