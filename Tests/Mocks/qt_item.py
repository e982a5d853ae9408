"""A client of the tray by Qt with the entries of gtk_item.py; Python notices a signal when the timer fires."""

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
def grow(*_):
    for number in range(1, 11):
        add(menu, 'Network %d' % number)
    for number in range(1, 5):
        add(submenu, 'Deep %d' % number)
signal.signal(signal.SIGUSR2, grow)
timer = QTimer()
timer.timeout.connect(lambda: None)
timer.start(50)
tray.show()
app.exec_()
