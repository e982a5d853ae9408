import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import Notifications
import Scenes
import Settings
import TestSupport
import Testing

@testable import NotificationService

/// Programs that others wrote, as clients of ours.
@Suite(.serialized)
struct NotificationClientsTests {
  let stage: BusStage
  let testServer: TestNotificationServer

  init() throws {
    stage = try BusStage()
    testServer = try TestNotificationServer.open(stage)
  }

  /// Every option of notify-send.
  @Test func `notifications of notify-send are understood`() throws {
    try requireProgram("notify-send", of: "libnotify-bin")
    let result = try stage.run([
      "notify-send", "--urgency=critical", "--expire-time=2500", "--app-name=mail", "--icon=mail-unread",
      "--category=email.arrived", "--hint=int:value:40", "--hint=string:desktop-entry:org.example.Mail",
      "--hint=boolean:suppress-sound:true", "--hint=double:x-unknown:1.5", "--transient", "--print-id",
      "--replace-id=0", "Sum — mary", "Bo<b>dy</b>",
    ])
    #expect(result.ending == .exited(0) && result.text == "1\n", "\(result.text)")
    let request = try #require(testServer.requests.first)
    #expect(request.applicationName == "mail" && request.expireTimeout == 2500)
    #expect(request.summary == "Sum — mary" && request.body == "Bo<b>dy</b>")
    let hints = Hints(request.hints)
    // Newer versions of notify-send name the icon in the hint "image-path".
    let notification = Notification(request, hints, id: 1, time: 0)
    #expect(notification.pictures.contains(.icon("mail-unread")))
    #expect(hints.urgency == .critical && hints.progress == 40 && hints.isSilent && hints.isTransient)
    #expect(hints.category == "email.arrived" && hints.desktopEntry == "org.example.Mail")
    #expect(hints.senderPID != nil && hints.problems.isEmpty)
  }

  @Test func `notify-send can replace a notification and wait for its action`() throws {
    try requireProgram("notify-send", of: "libnotify-bin")
    let id = try testServer.notify()
    #expect(try stage.run(["notify-send", "--print-id", "--replace-id=\(id)", "new"]).text == "\(id)\n")
    let stage = stage
    let testServer = testServer
    // The answer is given once the question has come.
    stage.loop.schedule(at: stage.loop.now) { answerWhenAsked() }
    func answerWhenAsked() {
      guard let last = testServer.requests.last, last.actions == ["yes", "Yes", "no", "No"] else {
        stage.loop.schedule(at: stage.loop.now + .milliseconds(5)) { answerWhenAsked() }
        return
      }
      testServer.happen(.actionChosen(id: 2, key: "no"))
    }
    let result = try stage.run(["notify-send", "--action=yes=Yes", "--action=no=No", "--wait", "Well?"])
    #expect(result.ending == .exited(0) && result.text == "no\n", "\(result.text)")
  }

  @Test func `gdbus calls every method and sees the description`() throws {
    try requireProgram("gdbus", of: "libglib2.0-bin")
    func call(_ method: String, _ arguments: String...) throws -> (
      ending: SessionProcess.Ending?, text: String
    ) {
      try stage.run(
        [
          "gdbus", "call", "--session", "--dest", NotificationInterface.name, "--object-path",
          NotificationInterface.path, "--method", "\(NotificationInterface.name).\(method)",
        ] + arguments)
    }
    #expect(try call("GetServerInformation").text == "('hyaline', 'hyaline', '1', '1.3')\n")
    #expect(try call("GetCapabilities").text == "(['actions', 'body', 'body-markup'],)\n")
    #expect(
      try call("Notify", "app", "0", "icon", "sum", "body", "['a', 'A']", "{'urgency': <byte 2>}", "0").text
        == "(uint32 1,)\n")
    #expect(try call("CloseNotification", "1").text == "()\n")
    #expect(try call("CloseNotification", "1").ending != .exited(0))
    #expect(try call("Notify", "app").ending != .exited(0))
    let description = try stage.run([
      "gdbus", "introspect", "--session", "--dest", NotificationInterface.name, "--object-path",
      NotificationInterface.path,
    ]).text
    for member in [
      "GetCapabilities(out as capabilities)", "CloseNotification(in  u id)",
      "GetServerInformation(out s name,",
      "in  a{sv} hints,", "NotificationClosed(u id,", "ActionInvoked(u id,", "ActivationToken(u id,",
      "NotificationReplied(u id,", "interface org.freedesktop.DBus.Introspectable",
    ] {
      #expect(description.contains(member), "\(member) in \(description)")
    }
  }

  /// A client of GLib's, which hears what is told to it.
  @Test func `a client in Python receives the signals in order`() throws {
    try #require(
      try stage.run(["/usr/bin/python3", "-c", "import gi"]).ending == .exited(0), "not installed: python3-gi"
    )
    let script = try stage.directory.write(Self.listener, to: "client.py")
    testServer.activationToken = "tok"
    let stage = stage
    let testServer = testServer
    stage.loop.schedule(at: stage.loop.now) { answerWhenAsked() }
    func answerWhenAsked() {
      guard !testServer.requests.isEmpty else {
        stage.loop.schedule(at: stage.loop.now + .milliseconds(5)) { answerWhenAsked() }
        return
      }
      testServer.happen(.actionChosen(id: 1, key: "a"))
    }
    let result = try stage.run(["/usr/bin/python3", script])
    #expect(
      result.text == """
        id 1
        ActivationToken (1, 'tok')
        ActionInvoked (1, 'a')
        NotificationClosed (1, 2)

        """)
    let hints = Hints(testServer.requests[0].hints)
    guard case .bitmap(let bitmap) = hints.picture else {
      Issue.record("no picture: \(hints.problems)")
      return
    }
    #expect(bitmap.bytes == [10, 20, 30, 255])
  }

  /// Bytes of its own making: what no library would send.
  @Test func `invalid bytes of a client are refused and do not disturb others`() throws {
    try #require(
      try stage.run(["/usr/bin/python3", "-c", ""]).ending == .exited(0), "not installed: python3")
    let script = try stage.directory.write(Self.rawClient, to: "raw.py")
    let socket = String(stage.daemon.address.dropFirst("unix:path=".count))
    for attack in ["nothing", "nul", "utf8", "signature", "deep", "truncated"] {
      let result = try stage.run(["/usr/bin/python3", script, socket, attack])
      #expect(result.ending == .exited(0), "\(attack): \(result.text)")
      #expect(result.text == (attack == "nothing" ? "id 1\n" : "refused\n"), "\(attack): \(result.text)")
    }
    #expect(try testServer.notify() == 2)
    #expect(testServer.requests.count == 2)
  }

  private static let listener = """
    import gi
    from gi.repository import Gio, GLib
    loop = GLib.MainLoop()
    proxy = Gio.DBusProxy.new_for_bus_sync(Gio.BusType.SESSION, 0, None, 'org.freedesktop.Notifications',
        '/org/freedesktop/Notifications', 'org.freedesktop.Notifications', None)
    def heard(proxy, sender, name, arguments):
        print(name, arguments.unpack(), flush=True)
        if name == 'NotificationClosed':
            loop.quit()
    proxy.connect('g-signal', heard)
    picture = GLib.Variant('(iiibiiay)', (1, 1, 3, False, 8, 3, bytes([10, 20, 30])))
    result = proxy.call_sync('Notify', GLib.Variant('(susssasa{sv}i)', ('py', 0, '', 'S', 'B', ['a', 'A'],
        {'image-data': picture, 'urgency': GLib.Variant('y', 1)}, -1)), 0, 5000, None)
    print('id', result.unpack()[0], flush=True)
    GLib.timeout_add_seconds(10, loop.quit)
    loop.run()

    """

  private static let rawClient = """
    import socket, struct, sys, os
    path, attack = sys.argv[1], sys.argv[2]
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(10)
    connection.connect(path)
    connection.sendall(b'\\0AUTH EXTERNAL ' + str(os.getuid()).encode().hex().encode() + b'\\r\\n')
    assert connection.recv(100).startswith(b'OK')
    connection.sendall(b'BEGIN\\r\\n')

    def pad(data, size):
        return data + b'\\0' * (-len(data) % size)

    def string(text):
        return struct.pack('<I', len(text)) + text + b'\\0'

    def field(code, kind, value):
        return bytes([code, 1]) + kind + b'\\0' + value

    def message(serial, fields, signature, body):
        if signature:
            fields = fields + [field(8, b'g', bytes([len(signature)]) + signature + b'\\0')]
        array = b''
        for one in fields:
            array = pad(array, 8) + one
        header = struct.pack('<BBBBIII', 0x6c, 1, 0, 1, len(body), serial, len(array)) + array
        return pad(header, 8) + body

    def call(serial, destination, path, interface, member, signature=b'', body=b''):
        return message(serial, [field(1, b'o', string(path)), field(2, b's', string(interface)),
            field(3, b's', string(member)), field(6, b's', string(destination))], signature, body)

    bus = b'org.freedesktop.DBus'
    connection.sendall(call(1, bus, b'/org/freedesktop/DBus', bus, b'Hello'))
    body = b''
    summary = {'nul': b'a\\0b', 'utf8': b'\\xff\\xfe'}.get(attack, b'Sum')
    for part in [b'app', None, b'', summary, b'body']:
        body = pad(body, 4)
        body += struct.pack('<I', 0) if part is None else string(part)
    body = pad(body, 4) + struct.pack('<I', 0)
    body = pad(body, 4)
    if attack == 'deep':
        value = b''
        for level in range(100):
            value += b'\\1v\\0'
        hints = pad(b'', 8) + string(b'x')
        hints += value + b'\\1y\\0' + b'\\1'
        start = len(pad(body + b'0000', 8))
        body = pad(body + struct.pack('<I', len(hints)), 8) + hints
    else:
        body = pad(body + struct.pack('<I', 0), 8)
    body = pad(body, 4) + struct.pack('<i', -1)
    signature = b'susssasa{sv' if attack == 'signature' else b'susssasa{sv}i'
    name = b'org.freedesktop.Notifications'
    data = call(2, name, b'/org/freedesktop/Notifications', name, b'Notify', signature, body)
    if attack == 'truncated':
        connection.sendall(data[:-9])
        print('refused')
        sys.exit()
    connection.sendall(data)
    received = b''
    try:
        while True:
            chunk = connection.recv(4096)
            if not chunk:
                print('refused')
                break
            received += chunk
            # The answer to serial 2: a method return with one unsigned integer.
            if b'\\5\\1u\\0\\2\\0\\0\\0' in received and received.endswith(struct.pack('<I', 1)):
                print('id 1')
                break
    except ConnectionError:
        print('refused')

    """
}
