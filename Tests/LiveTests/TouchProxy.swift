import Glibc
import HeadlessSession
import TestSupport

/// Stands between a client and the compositor, and gives the seat a touch screen, of which no compositor without devices
/// has one; the finger does what it is told.
///
/// Every message and descriptor is passed on but those of the touch screen, which only the client knows.
final class TouchProxy {
  let display = "wayland-touch"
  private let process: SessionProcess
  private let output: String
  private let commands: Int32

  init(_ sway: HeadlessSway) throws {
    try requireProgram("python3", of: "python3")
    let fifo = sway.directory.file("touch.fifo")
    let script = try sway.directory.write(Self.script, to: "touch.py")
    output = sway.directory.file("touch.out")
    guard unsafe mkfifo(fifo, 0o666) == 0 else { throw SessionError.file(fifo, code: errno) }
    unsafe chmod(fifo, 0o666)
    commands = unsafe open(fifo, O_RDWR | O_CLOEXEC)
    process = try sway.start(
      ["/usr/bin/python3", "-u", script, sway.directory.file(display), sway.socket, fifo], name: "touch",
      output: output)
    let listens = Deadline.patient.wait { [self] in
      unsafe access(sway.directory.file(display), F_OK) == 0 || process.poll() != nil
    }
    guard listens, process.poll() == nil else { throw SessionError.failed(["touch"], log: process.logText) }
  }

  isolated deinit { close(commands) }

  /// The output of the proxy, which contains its errors.
  var log: String { process.logText + (readText(output) ?? "") }

  /// The input region of the surface that was changed last, in its logical pixels; nil: it has none.
  var region: (x: Int, y: Int, width: Int, height: Int)? {
    let last = (readText(output) ?? "").split(separator: "\n").last { $0.hasPrefix("region ") }
    let numbers = (last ?? "").split(separator: " ").dropFirst().compactMap { Int($0) }
    return numbers.count == 4 ? (numbers[0], numbers[1], numbers[2], numbers[3]) : nil
  }

  /// Whether the client has asked for the touch screen.
  var isTaken: Bool { (readText(output) ?? "").contains("touch\n") }

  /// A finger is put down at a place, moved there or lifted: `down 0 10 20`, `move 0 30 20`, `up 0`, `cancel`; returns
  /// when the client has been told.
  func act(_ words: String...) throws {
    let count = toldCount + words.count
    let line = words.joined(separator: "\n") + "\n"
    _ = unsafe write(commands, line, line.utf8.count)
    guard Deadline.patient.wait(until: { toldCount >= count }) else {
      throw SessionError.timeout(awaited: line, log: log)
    }
  }

  private var toldCount: Int { (readText(output) ?? "").split(separator: "\n").count { $0 == "told" } }

  private static let script = """
    import array, os, select, socket, struct, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1] + '.new')
    listener.listen(1)
    os.rename(sys.argv[1] + '.new', sys.argv[1])
    commands = os.open(sys.argv[3], os.O_RDWR | os.O_NONBLOCK)
    client = listener.accept()[0]
    server = socket.socket(socket.AF_UNIX)
    server.connect(sys.argv[2])
    registries, seats, compositors, shells, regions = set(), set(), set(), set(), set()
    surface, touch, serial, time = 0, 0, 1000, 1000

    def message(object, opcode, *words):
        return struct.pack('<%dI' % (2 + len(words)), object, (8 + 4 * len(words)) << 16 | opcode, *words)

    def fixed(number):
        return int(number) * 256 & 0xffffffff

    # Changes a request, or takes it away.
    def ask(object, opcode, data):
        global surface, touch
        words = struct.unpack('<%dI' % (len(data) // 4), data)
        if object == 1 and opcode == 1:
            registries.add(words[2])
        elif object in registries and opcode == 0:
            name = data[16:16 + words[3] - 1].decode()
            kinds = {'wl_seat': seats, 'wl_compositor': compositors, 'zwlr_layer_shell_v1': shells}
            kinds.get(name, set()).add(words[-1])
        elif object in shells and opcode == 0:
            surface = words[3]
        elif object in compositors and opcode == 1:
            regions.add(words[2])
        elif object in regions and opcode == 0:
            # The number becomes another object's.
            regions.discard(object)
        elif object in regions and opcode == 1:
            print('region', *struct.unpack('<4i', data[8:24]))
        elif object in seats and opcode == 2:
            touch = words[2]
            print('touch')
            # The number must not stay free: it becomes one that is done with at once.
            return message(1, 0, touch)
        elif touch and object == touch and opcode == 0:
            client.sendall(message(1, 1, touch))
            touch = 0
            return b''
        return data

    # Changes an event, or takes it away.
    def tell(object, opcode, data):
        if object in seats and opcode == 0:
            return message(object, 0, struct.unpack('<I', data[8:12])[0] | 4)
        if touch and (object == touch or object == 1 and opcode == 1 and struct.unpack('<I', data[8:12])[0] == touch):
            return b''
        return data

    def obey(line):
        global serial, time
        words = line.split()
        serial += 1
        time += 10
        if not words or not touch:
            return
        if words[0] == 'down':
            x, y = fixed(words[2]), fixed(words[3])
            event = message(touch, 0, serial, time, surface, int(words[1]), x, y)
        elif words[0] == 'move':
            event = message(touch, 2, time, int(words[1]), fixed(words[2]), fixed(words[3]))
        elif words[0] == 'up':
            event = message(touch, 1, serial, time, int(words[1]))
        else:
            event = message(touch, 4)
        client.sendall(event + (message(touch, 3) if words[0] != 'cancel' else b''))
        print('told')

    rest = {client: b'', server: b''}
    # They go with whole messages.
    held = {client: array.array('i'), server: array.array('i')}
    while True:
        for ready in select.select([client, server, commands], [], [])[0]:
            if ready == commands:
                for line in os.read(commands, 4096).decode().splitlines():
                    obey(line)
                continue
            other, change = (server, ask) if ready is client else (client, tell)
            data, ancillary, _, _ = ready.recvmsg(65536, socket.CMSG_SPACE(28 * 4))
            if not data:
                sys.exit()
            descriptors = held[ready]
            for _, _, more in ancillary:
                descriptors.frombytes(more[:len(more) - len(more) % 4])
            data = rest[ready] + data
            sent = b''
            while len(data) >= 8:
                object, head = struct.unpack('<II', data[:8])
                if len(data) < head >> 16:
                    break
                sent += change(object, head & 0xffff, data[:head >> 16])
                data = data[head >> 16:]
            rest[ready] = data
            if descriptors and sent:
                count = other.sendmsg([sent], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
                other.sendall(sent[count:])
                for one in descriptors:
                    os.close(one)
                held[ready] = array.array('i')
            else:
                other.sendall(sent)

    """
}
