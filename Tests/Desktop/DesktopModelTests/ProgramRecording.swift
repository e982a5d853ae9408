/// Answers of real programs of Debian 12, on buses and servers of their own: those by D-Bus in the format of `busctl
/// --json=short`, those of PipeWire in that of `pw-dump`, broken into lines.
enum ProgramRecording {
  /// The properties of the player of mpv 0.35.1 with mpv-mpris 0.7.1, which played a file that has no tags.
  static let mpv = #"""
    {"PlaybackStatus":{"type":"s","data":"Paused"},"LoopStatus":{"type":"s","data":"None"},"Rate":{"type
    ":"d","data":1.0},"Shuffle":{"type":"b","data":true},"Metadata":{"type":"a{sv}","data":{"xesam:url":
    {"type":"s","data":"file:///music/silence.wav"},"mpris:trackid":{"type":"o","data":"/0"},"xesam:titl
    e":{"type":"s","data":"Silence"},"mpris:length":{"type":"x","data":120000000}}},"Volume":{"type":"d"
    ,"data":1.0},"Position":{"type":"x","data":0},"MinimumRate":{"type":"d","data":0.01},"MaximumRate":{
    "type":"d","data":100.0},"CanGoNext":{"type":"b","data":true},"CanGoPrevious":{"type":"b","data":tru
    e},"CanPlay":{"type":"b","data":true},"CanPause":{"type":"b","data":true},"CanSeek":{"type":"b","dat
    a":true},"CanControl":{"type":"b","data":true}}
    """#

  /// The menu of an item that GTK 3 and Ayatana's library showed.
  static let gtkMenu = #"""
    [0,{"children-display":{"type":"s","data":"submenu"}},[{"type":"(ia{sv}av)","data":[2,{"label":{"typ
    e":"s","data":"_Open"}},[]]},{"type":"(ia{sv}av)","data":[3,{"icon-data":{"type":"ay","data":[137,80
    ,78,71,13,10,26,10,0,0,0,13,73,72,68,82,0,0,0,32,0,0,0,32,8,6,0,0,0,115,122,122,244,0,0,0,4,115,66,7
    3,84,8,8,8,8,124,8,100,136,0,0,0,47,73,68,65,84,88,133,237,206,49,1,0,48,12,128,48,54,255,158,91,25,
    125,130,1,242,154,166,195,254,229,28,0,0,0,0,0,0,0,0,0,0,0,0,0,0,160,106,1,47,228,2,62,158,131,246,9
    0,0,0,0,0,73,69,78,68,174,66,96,130]},"label":{"type":"s","data":"Picture"}},[]]},{"type":"(ia{sv}av
    )","data":[4,{"toggle-state":{"type":"i","data":1},"toggle-type":{"type":"s","data":"checkmark"},"la
    bel":{"type":"s","data":"Check"}},[]]},{"type":"(ia{sv}av)","data":[5,{"enabled":{"type":"b","data":
    true},"type":{"type":"s","data":"separator"}},[]]},{"type":"(ia{sv}av)","data":[6,{"enabled":{"type"
    :"b","data":false},"label":{"type":"s","data":"Off"}},[]]},{"type":"(ia{sv}av)","data":[7,{"children
    -display":{"type":"s","data":"submenu"},"label":{"type":"s","data":"More"}},[{"type":"(ia{sv}av)","d
    ata":[8,{"label":{"type":"s","data":"Deep"}},[]]},{"type":"(ia{sv}av)","data":[9,{"label":{"type":"s
    ","data":"Deeper"}},[]]}]]}]]
    """#

  /// The menu of an item that Qt 5 showed.
  static let qtMenu = #"""
    [0,{"children-display":{"type":"s","data":"submenu"}},[{"type":"(ia{sv}av)","data":[8,{"enabled":{"t
    ype":"b","data":true},"label":{"type":"s","data":"_Open"},"visible":{"type":"b","data":true}},[]]},{
    "type":"(ia{sv}av)","data":[7,{"enabled":{"type":"b","data":true},"icon-data":{"type":"ay","data":[1
    37,80,78,71,13,10,26,10,0,0,0,13,73,72,68,82,0,0,0,16,0,0,0,16,8,2,0,0,0,144,145,104,54,0,0,0,9,112,
    72,89,115,0,0,14,196,0,0,14,196,1,149,43,14,27,0,0,0,24,73,68,65,84,40,145,99,100,248,207,64,18,96,3
    4,77,249,168,134,81,13,67,73,3,0,63,47,1,31,177,44,155,34,0,0,0,0,73,69,78,68,174,66,96,130]},"label
    ":{"type":"s","data":"Picture"},"visible":{"type":"b","data":true}},[]]},{"type":"(ia{sv}av)","data"
    :[6,{"enabled":{"type":"b","data":true},"label":{"type":"s","data":"Check"},"toggle-state":{"type":"
    i","data":1},"toggle-type":{"type":"s","data":"checkmark"},"visible":{"type":"b","data":true}},[]]},
    {"type":"(ia{sv}av)","data":[5,{"type":{"type":"s","data":"separator"},"visible":{"type":"b","data":
    true}},[]]},{"type":"(ia{sv}av)","data":[4,{"enabled":{"type":"b","data":false},"label":{"type":"s",
    "data":"Off"},"visible":{"type":"b","data":true}},[]]},{"type":"(ia{sv}av)","data":[3,{"children-dis
    play":{"type":"s","data":"submenu"},"enabled":{"type":"b","data":true},"label":{"type":"s","data":"M
    ore"},"visible":{"type":"b","data":true}},[{"type":"(ia{sv}av)","data":[2,{"enabled":{"type":"b","da
    ta":true},"label":{"type":"s","data":"Deep"},"visible":{"type":"b","data":true}},[]]},{"type":"(ia{s
    v}av)","data":[1,{"enabled":{"type":"b","data":true},"label":{"type":"s","data":"Deeper"},"visible":
    {"type":"b","data":true}},[]]}]]}]]
    """#

  /// The properties of the item of GTK, whose icon has a name.
  static let gtkItem = #"""
    {"Id":{"type":"s","data":"gtk-client"},"Category":{"type":"s","data":"ApplicationStatus"},"Status":{
    "type":"s","data":"Active"},"IconName":{"type":"s","data":"mail-unread"},"IconAccessibleDesc":{"type
    ":"s","data":""},"AttentionIconName":{"type":"s","data":""},"AttentionAccessibleDesc":{"type":"s","d
    ata":""},"Title":{"type":"s","data":"Client"},"IconThemePath":{"type":"s","data":""},"Menu":{"type":
    "o","data":"/org/ayatana/NotificationItem/gtk_client/Menu"},"XAyatanaLabel":{"type":"s","data":""},"
    XAyatanaLabelGuide":{"type":"s","data":""},"XAyatanaOrderingIndex":{"type":"u","data":0}}
    """#

  /// The properties of the item of Qt, whose icon has no name but red pixels, of which only the number is kept here.
  static let qtItem = #"""
    {"AttentionIconName":{"type":"s","data":""},"AttentionIconPixmap":{"type":"a(iiay)","data":[]},"Atte
    ntionMovieName":{"type":"s","data":""},"Category":{"type":"s","data":"ApplicationStatus"},"IconName"
    :{"type":"s","data":""},"IconPixmap":{"type":"a(iiay)","data":[[32,32,[\#(red(1024))]],[22,22,[\#(red(484))]]]},"I
    d":{"type":"s","data":"qt_item.py"},"ItemIsMenu":{"type":"b","data":false},"Menu":{"type":"o","data"
    :"/MenuBar"},"OverlayIconName":{"type":"s","data":""},"OverlayIconPixmap":{"type":"a(iiay)","data":[
    ]},"Status":{"type":"s","data":"Active"},"Title":{"type":"s","data":"qt_item.py"},"ToolTip":{"type":
    "(sa(iiay)ss)","data":["",[],"Client",""]}}
    """#

  /// The bytes of red pixels as busctl writes them, without brackets.
  private static func red(_ count: Int) -> String {
    Array(repeating: "255,255,0,0", count: count).joined(separator: ",")
  }

  /// The properties of the nodes of PipeWire 0.3.65: its clock, a program that recorded, one that recorded what others played
  /// to show how loud that was, and one that played.
  static let nodes = #"""
    [{"clock.quantum-limit":"8192","factory.id":"5","factory.name":"support.node.driver","node.driver":"
    true","node.group":"pipewire.dummy","node.name":"Clock","object.id":"13","object.serial":"13","prior
    ity.driver":"20000"},{"adapt.follower.spa-node":"","application.name":"pw-record","audio.adapt.follo
    wer":"","client.id":"17","clock.quantum-limit":"8192","factory.id":"8","factory.mode":"merge","libra
    ry.name":"audioconvert/libspa-audioconvert","media.category":"Capture","media.class":"Stream/Input/A
    udio","media.filename":"/dev/null","media.name":"/dev/null","media.role":"Music","media.type":"Audio
    ","node.always-process":"true","node.autoconnect":"true","node.name":"pw-record","node.rate":"1/4800
    0","node.want-driver":"true","object.id":"18","object.register":"false","object.serial":"18","stream
    .is-live":"true"},{"adapt.follower.spa-node":"","application.name":"pw-record","audio.adapt.follower
    ":"","channelmix.normalize":"true","client.id":"16","clock.quantum-limit":"8192","factory.id":"8","f
    actory.mode":"merge","library.name":"audioconvert/libspa-audioconvert","media.category":"Capture","m
    edia.class":"Stream/Input/Audio","media.filename":"/dev/null","media.name":"/dev/null","media.role":
    "Music","media.type":"Audio","node.autoconnect":"true","node.name":"pw-record","node.rate":"1/48000"
    ,"node.want-driver":"true","object.id":"19","object.register":"false","object.serial":"19","resample
    .peaks":"true","stream.is-live":"true","stream.monitor":"true"},{"adapt.follower.spa-node":"","appli
    cation.name":"pw-play","audio.adapt.follower":"","client.id":"15","clock.quantum-limit":"8192","fact
    ory.id":"8","factory.mode":"split","library.name":"audioconvert/libspa-audioconvert","media.category
    ":"Playback","media.class":"Stream/Output/Audio","media.filename":"/music/silence.wav","media.format
    ":"WAV (Microsoft)","media.name":"/music/silence.wav","media.role":"Music","media.type":"Audio","nod
    e.autoconnect":"true","node.latency":"800/8000","node.name":"pw-play","node.rate":"1/8000","node.wan
    t-driver":"true","object.id":"20","object.register":"false","object.serial":"20","stream.is-live":"t
    rue"}]
    """#
}
