"""A client of the tray by GTK and Ayatana's library: entries of every kind, a picture, and a submenu.

SIGUSR1 changes the label of the first entry, SIGUSR2 adds ten entries and four in the submenu. Prints what is chosen.
"""

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
def grow():
    for number in range(1, 11):
        add(menu, Gtk.MenuItem.new_with_label('Network %d' % number), 'Network %d' % number)
    for number in range(1, 5):
        add(submenu, Gtk.MenuItem.new_with_label('Deep %d' % number), 'Deep %d' % number)
    return True
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR2, grow)
GLib.MainLoop().run()
