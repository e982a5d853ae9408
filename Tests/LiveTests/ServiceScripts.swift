/// Programs in Python that use a desktop's services, or are some.
enum ServiceScripts {
  /// A client of the tray by GTK and Ayatana's library: entries of every kind, a picture, and a submenu. SIGUSR1 changes the
  /// label of the first entry. Prints what is chosen.
  static let gtk = """
    import gi, signal
    gi.require_version('Gtk', '3.0')
    gi.require_version('AyatanaAppIndicator3', '0.1')
    from gi.repository import Gtk, GLib, GdkPixbuf, AyatanaAppIndicator3 as Ayatana
    Gtk.init([])
    item = Ayatana.Indicator.new('gtk-client', 'mail-unread', Ayatana.IndicatorCategory.APPLICATION_STATUS)
    item.set_status(Ayatana.IndicatorStatus.ACTIVE)
    item.set_title('Client')
    def add(menu, entry, name):
        entry.connect('activate', lambda *_: print('chosen', name, flush=True))
        entry.show()
        menu.append(entry)
        return entry
    menu = Gtk.Menu()
    first = add(menu, Gtk.MenuItem.new_with_mnemonic('_Open'), 'Open')
    pixels = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, True, 8, 32, 32)
    pixels.fill(0x00ff00ff)
    picture = Gtk.ImageMenuItem.new_with_label('Picture')
    picture.set_image(Gtk.Image.new_from_pixbuf(pixels))
    picture.set_always_show_image(True)
    add(menu, picture, 'Picture')
    check = Gtk.CheckMenuItem.new_with_label('Check')
    check.set_active(True)
    add(menu, check, 'Check')
    line = Gtk.SeparatorMenuItem()
    line.show()
    menu.append(line)
    add(menu, Gtk.MenuItem.new_with_label('Off'), 'Off').set_sensitive(False)
    more = Gtk.MenuItem.new_with_label('More')
    more.show()
    menu.append(more)
    submenu = Gtk.Menu()
    more.set_submenu(submenu)
    add(submenu, Gtk.MenuItem.new_with_label('Deep'), 'Deep')
    add(submenu, Gtk.MenuItem.new_with_label('Deeper'), 'Deeper')
    item.set_menu(menu)
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, lambda: first.set_label('Changed'))
    GLib.MainLoop().run()

    """

  /// The same by Qt; Python notices a signal when the timer fires.
  static let qt = """
    import signal, sys
    from PyQt5.QtCore import QTimer
    from PyQt5.QtGui import QColor, QIcon, QPixmap
    from PyQt5.QtWidgets import QApplication, QMenu, QSystemTrayIcon
    app = QApplication(sys.argv)
    app.setQuitOnLastWindowClosed(False)
    def icon(color):
        pixels = QPixmap(32, 32)
        pixels.fill(QColor(color))
        return QIcon(pixels)
    tray = QSystemTrayIcon(icon('#ff0000'))
    tray.setToolTip('Client')
    menu = QMenu()
    def add(menu, label):
        entry = menu.addAction(label)
        name = label.replace('&', '')
        entry.triggered.connect(lambda *_: print('chosen', name, flush=True))
        return entry
    first = add(menu, '&Open')
    add(menu, 'Picture').setIcon(icon('#00ff00'))
    check = add(menu, 'Check')
    check.setCheckable(True)
    check.setChecked(True)
    menu.addSeparator()
    add(menu, 'Off').setEnabled(False)
    submenu = menu.addMenu('More')
    add(submenu, 'Deep')
    add(submenu, 'Deeper')
    tray.setContextMenu(menu)
    tray.activated.connect(lambda reason: print('activated', flush=True))
    signal.signal(signal.SIGUSR1, lambda *_: first.setText('Changed'))
    timer = QTimer()
    timer.timeout.connect(lambda: None)
    timer.start(50)
    tray.show()
    app.exec_()

    """

  /// UPower, NetworkManager, BlueZ, logind and power-profiles-daemon by python-dbusmock, each a process of its own. SIGUSR1
  /// starts them, SIGUSR2 kills them.
  ///
  /// They are forked, since Python and its libraries take longer to start than all else.
  static let machine = """
    import os, signal
    import dbus, dbus.bus, dbus.mainloop.glib, dbus.service, dbusmock
    from dbusmock import mockobject
    from gi.repository import GLib

    def battery(mock):
        mock.SetupDisplayDevice(2, 2, 60.0, 30.0, 50.0, 5.0, 3600, 0, True, 'battery', 1)

    def network(mock):
        device = mock.AddWiFiDevice('mock0', 'wlan0', 100)
        point = mock.AddAccessPoint(device, 'p1', 'home', '00:23:F8:7E:12:BB', 2, 2425, 5400, 82, 0x100)
        connection = mock.AddWiFiConnection(device, 'c1', 'home', 'wpa-psk')
        mock.AddActiveConnection([device], connection, point, 'a1', 2)

    def bluetooth(mock):
        mock.AddAdapter('hci0', 'machine')
        mock.AddDevice('hci0', '11:22:33:44:55:66', 'Headset')
        mock.ConnectDevice('hci0', '11:22:33:44:55:66')

    def serve(template, set_up):
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        module = mockobject.load_module(template)
        bus = dbus.bus.BusConnection(os.environ['DBUS_SYSTEM_BUS_ADDRESS'])
        has_manager = getattr(module, 'IS_OBJECT_MANAGER', False)
        interface = getattr(module, 'MAIN_IFACE', mockobject.OBJECT_MANAGER_IFACE)
        name = dbus.service.BusName(module.BUS_NAME, bus, do_not_queue=True)
        mock = mockobject.DBusMockObject(name, module.MAIN_OBJ, interface, {}, None, has_manager)
        mock.AddTemplate(template, {})
        mockobject.objects[module.MAIN_OBJ] = mock
        set_up(mock)
        GLib.MainLoop().run()

    services = [('upower', battery), ('networkmanager', network), ('bluez5', bluetooth),
        ('logind', lambda mock: None), ('power_profiles_daemon', lambda mock: None)]
    children = []
    # Only waits for them.
    signals = {signal.SIGUSR1, signal.SIGUSR2}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    print('ready', flush=True)
    while True:
        if signal.sigwait(signals) == signal.SIGUSR1:
            for template, set_up in services:
                child = os.fork()
                if child == 0:
                    serve(template, set_up)
                children.append(child)
        else:
            for child in children:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            children.clear()

    """
}
