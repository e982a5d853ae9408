/// Clients of notifications in Python: one of libnotify, one of GLib's bus alone, one of no library at all.
enum ClientScripts {
  /// Every method and signal of libnotify, as a program would use it; says what it sees, line by line.
  static let libnotify = """
    import gi
    gi.require_version('Notify', '0.7')
    gi.require_version('GdkPixbuf', '2.0')
    from gi.repository import Notify, GLib, GdkPixbuf
    Notify.init('Client of libnotify')
    print('server', *Notify.get_server_info()[1:])
    print('capabilities', *sorted(Notify.get_server_caps()))
    loop = GLib.MainLoop()
    waiting = set()
    def closed(notification):
        print('closed', notification.props.summary, notification.get_closed_reason(), flush=True)
        waiting.discard(notification)
        if not waiting:
            loop.quit()
    def chosen(notification, action):
        has_token = notification.get_activation_token() is not None
        print('action', action, 'with a token' if has_token else 'without', flush=True)
    def show(summary, body=None, icon=None, **settings):
        notification = Notify.Notification.new(summary, body, icon)
        notification.connect('closed', closed)
        waiting.add(notification)
        for name, value in settings.items():
            getattr(notification, name)(*(value if isinstance(value, tuple) else (value,)))
        assert notification.show()
        print('shown', summary, notification.props.id, flush=True)
        return notification
    pixels = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, True, 8, 40, 30)
    pixels.fill(0x00ff00ff)
    hints = show('Hints', 'A <b>body</b>', 'mail-unread', set_urgency=Notify.Urgency.CRITICAL,
        set_category='email.arrived', set_timeout=0, set_app_name='Another name',
        set_image_from_pixbuf=pixels)
    for name, value in [('desktop-entry', GLib.Variant('s', 'org.example.Mail')),
            ('resident', GLib.Variant('b', True)), ('x-kde-urls', GLib.Variant('as', ['file:///a'])),
            ('x-vendor-unknown', GLib.Variant('(sa{sv})', ('x', {})))]:
        hints.set_hint(name, value)
    hints.set_hint_int32('value', 30)
    hints.set_hint_double('x-double', .5)
    hints.set_hint_byte('x-byte', 7)
    hints.set_hint_uint32('sender-pid', 4711)
    hints.set_hint_string('sound-name', 'bell')
    hints.update('Hints', 'Another <i>body</i>', None)
    assert hints.show()
    print('shown', 'Hints', hints.props.id, flush=True)
    show('Expires', set_timeout=200)
    show('Dismissed', set_timeout=0)
    show('Closed', set_timeout=0)
    show('Acted', set_timeout=0, add_action=('a', 'Archive', chosen))
    show('Opened', set_timeout=0, add_action=('default', 'Open', chosen))
    assert show('Taken back', set_timeout=0).close()
    GLib.timeout_add_seconds(3000, loop.quit)
    loop.run()

    """

  /// The part that both clients below have in common. Each of them defines `answer(member, signature, values)`, which
  /// returns the name of an error or the values of the reply, and `listen()`, which yields each signal as its name,
  /// signature and values.
  private static let main = """

    if sys.argv[1] == 'listen':
        for member, signature, values in listen():
            print(member, signature, *values, flush=True)
    elif sys.argv[1] == 'methods':
        print('GetServerInformation', *answer('GetServerInformation', '', []))
        print('GetCapabilities', *sorted(answer('GetCapabilities', '', [])[0]))
        [id] = answer('Notify', 'susssasa{sv}i', ['app', 0, '', 'First', 'body', ['a', 'A'],
            {'urgency': ('y', 2), 'value': ('i', 7)}, 0])
        print('Notify', id)
        print('Notify', *answer('Notify', 'susssasa{sv}i', ['app', id, '', 'Second', '', [], {}, -1]))
        print('CloseNotification', *answer('CloseNotification', 'u', [id]))
        print('CloseNotification', answer('CloseNotification', 'u', [id]))
        print('CloseNotification', answer('CloseNotification', 'u', [0]))
        print('NoSuchMethod', answer('NoSuchMethod', '', []))
    else:
        # Each argument with every other type in turn, then too few and too many.
        right = ['s', 'u', 's', 's', 's', 'as', 'a{sv}', 'i']
        of_type = {'y': 1, 'b': True, 'n': 1, 'q': 1, 'i': 1, 'u': 1, 'x': 1, 't': 1, 'd': 1.5, 's': 'x',
            'o': '/x', 'g': 'i', 'v': ('s', 'x'), 'as': ['a', 'A'], 'ai': [1], 'ay': [1], 'av': [('s', 'x')],
            'a{sv}': {}, 'a{ss}': {'urgency': 'x'}, '(s)': ['x'], 'aas': [['x']]}
        wrong = [right[:place] + [other] + right[place + 1:]
            for place, type in enumerate(right) for other in of_type if other != type]
        wrong += [right[:count] for count in range(8)] + [right + ['i'], right[1:] + right[:1]]
        calls = [('Notify', given) for given in wrong]
        calls += [('CloseNotification', given) for given in
            [[], ['u', 'u'], *[[other] for other in of_type if other != 'u']]]
        calls += [(member, [type]) for member in ['GetCapabilities', 'GetServerInformation'] for type in of_type]
        for member, given in calls:
            error = answer(member, ''.join(given), [of_type[type] for type in given])
            if error != 'org.freedesktop.DBus.Error.InvalidArgs':
                print(member, ''.join(given), error)
        print('tried', len(calls))

    """

  private static let name = "org.freedesktop.Notifications"

  /// The single types of a signature.
  private static let splitting = """
    def first(signature):
        if signature[0] == 'a':
            return 'a' + first(signature[1:])
        if signature[0] not in '({':
            return signature[0]
        depth = 0
        for place, letter in enumerate(signature):
            depth += (letter in '({') - (letter in ')}')
            if depth == 0:
                return signature[:place + 1]

    def types(signature):
        while signature:
            yield first(signature)
            signature = signature[len(first(signature)):]

    """

  /// The bus of GLib, without libnotify.
  static let glib =
    splitting + """
      import sys
      from gi.repository import Gio, GLib
      name, path = '\(name)', '/org/freedesktop/Notifications'
      connection = Gio.bus_get_sync(Gio.BusType.SESSION)

      def variant(value):
          return GLib.Variant(value[0], variant(value[1]) if value[0] == 'v' else value[1])

      def box(signature, value):
          if signature == 'v':
              return variant(value)
          if signature == 'av':
              return [variant(one) for one in value]
          if signature == 'a{sv}':
              return {key: variant(one) for key, one in value.items()}
          return tuple(value) if signature[0] == '(' else value

      def answer(member, signature, values):
          boxed = tuple(box(type, value) for type, value in zip(types(signature), values))
          try:
              reply = connection.call_sync(name, path, name, member, GLib.Variant('(' + signature + ')', boxed),
                  None, 0, 300000, None)
          except GLib.Error as error:
              return Gio.DBusError.get_remote_error(error)
          return reply.unpack()

      def listen():
          heard = []
          connection.signal_subscribe(None, name, None, path, None, 0, lambda c, s, p, i, member, values:
              heard.append((member, values.get_type_string()[1:-1], values.unpack())))
          answer('GetCapabilities', '', [])
          print('listening', flush=True)
          while True:
              GLib.MainContext.default().iteration(True)
              while heard:
                  yield heard.pop(0)
      """ + main

  /// Bytes on the bus's socket.
  static let raw =
    splitting + """
      import os, socket, struct, sys
      name, path = '\(name)', '/org/freedesktop/Notifications'
      connection = socket.socket(socket.AF_UNIX)
      connection.settimeout(3000)
      connection.connect(os.environ['DBUS_SESSION_BUS_ADDRESS'].partition('path=')[2].partition(',')[0])
      connection.sendall(b'\\0AUTH EXTERNAL ' + str(os.getuid()).encode().hex().encode() + b'\\r\\n')
      assert connection.recv(100).startswith(b'OK')
      connection.sendall(b'BEGIN\\r\\n')
      formats = {'y': 'B', 'n': 'h', 'q': 'H', 'i': 'i', 'u': 'I', 'b': 'I', 'x': 'q', 't': 'Q', 'd': 'd'}
      sizes = {'y': 1, 'n': 2, 'q': 2, 'x': 8, 't': 8, 'd': 8, '(': 8, '{': 8, 'g': 1, 'v': 1}

      def pad(data, size):
          data.extend(b'\\0' * (-len(data) % size))

      def put(data, type, value):
          kind = type[0]
          pad(data, sizes.get(kind, 4))
          if kind in formats:
              data.extend(struct.pack('<' + formats[kind], value))
          elif kind in 'sog':
              text = value.encode()
              data.extend(struct.pack('<B' if kind == 'g' else '<I', len(text)) + text + b'\\0')
          elif kind == 'v':
              put(data, 'g', value[0])
              put(data, value[0], value[1])
          elif kind == 'a':
              place = len(data)
              data.extend(b'\\0\\0\\0\\0')
              pad(data, sizes.get(type[1], 4))
              start = len(data)
              for one in value.items() if type[1] == '{' else value:
                  put(data, type[1:], one)
              data[place:place + 4] = struct.pack('<I', len(data) - start)
          else:
              for one, inner in zip(types(type[1:-1]), value):
                  put(data, one, inner)

      def get(data, place, type):
          kind = type[0]
          place += -place % sizes.get(kind, 4)
          if kind in formats:
              size = struct.calcsize(formats[kind])
              return struct.unpack('<' + formats[kind], data[place:place + size])[0], place + size
          if kind in 'sog':
              start = place + (1 if kind == 'g' else 4)
              end = start + (data[place] if kind == 'g' else struct.unpack('<I', data[place:start])[0])
              return data[start:end].decode(), end + 1
          if kind == 'v':
              type, place = get(data, place, 'g')
              return get(data, place, type)
          if kind == 'a':
              end = place + 4 + struct.unpack('<I', data[place:place + 4])[0]
              place += 4
              place += -place % sizes.get(type[1], 4)
              values = []
              while place < end:
                  value, place = get(data, place, type[1:])
                  values.append(value)
              return values, place
          values = []
          for one in types(type[1:-1]):
              value, place = get(data, place, one)
              values.append(value)
          return values, place

      serial = 0
      def send(destination, path, interface, member, signature, values):
          global serial
          serial += 1
          body = bytearray()
          for type, value in zip(types(signature), values):
              put(body, type, value)
          fields = [(1, ('o', path)), (2, ('s', interface)), (3, ('s', member)), (6, ('s', destination))]
          if signature:
              fields.append((8, ('g', signature)))
          message = bytearray(struct.pack('<BBBBII', 0x6c, 1, 0, 1, len(body), serial))
          put(message, 'a(yv)', fields)
          pad(message, 8)
          connection.sendall(message + body)

      buffer = b''
      def take(count):
          global buffer
          while len(buffer) < count:
              more = connection.recv(65536)
              if not more:
                  sys.exit('hung up')
              buffer += more
          taken, buffer = buffer[:count], buffer[count:]
          return taken

      def receive():
          start = take(16)
          length = struct.unpack('<I', start[12:])[0]
          body_length = struct.unpack('<I', start[4:8])[0]
          header = start + take(length + -length % 8)
          fields = dict(get(header, 12, 'a(yv)')[0])
          body, place, values = take(body_length), 0, []
          for type in types(fields.get(8, '')):
              value, place = get(body, place, type)
              values.append(value)
          return start[1], fields, values

      def answer(member, signature, values, destination=name, path=path, interface=name):
          send(destination, path, interface, member, signature, values)
          while True:
              kind, fields, values = receive()
              if kind in (2, 3) and fields[5] == serial:
                  return values if kind == 2 else fields[4]

      bus = 'org.freedesktop.DBus'
      answer('Hello', '', [], bus, '/org/freedesktop/DBus', bus)

      def listen():
          rule = "type='signal',interface='" + name + "'"
          answer('AddMatch', 's', [rule], bus, '/org/freedesktop/DBus', bus)
          print('listening', flush=True)
          while True:
              kind, fields, values = receive()
              if kind == 4 and fields[2] == name:
                  yield fields[3], fields[8], values
      """ + main
}
