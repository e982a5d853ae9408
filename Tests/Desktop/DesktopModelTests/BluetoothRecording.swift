/// The objects of BlueZ for an adapter and four devices, put together to the answer of one machine, in the format of
/// `busctl --json=short`, broken into lines.
///
/// The properties and their values are those that people published of their machines from 2021 to 2026; nothing was recorded here,
/// since BlueZ runs only where the kernel has Bluetooth. Addresses and two names are others, and lists of services that were
/// published in part have the usual ones.
enum BluetoothRecording {
  /// The objects that GetManagedObjects told: a remote control that is connected and tells its charge, with two of the objects of
  /// its services; a stranger that advertises without a name; headphones that are paired, and a headset that is connected.
  static let objects = #"""
    {"/org/bluez":{"org.freedesktop.DBus.Introspectable":{},"org.bluez.AgentManager1":{},"org.bluez.Prof
    ileManager1":{},"org.bluez.HealthManager1":{}},"/org/bluez/hci0":{"org.freedesktop.DBus.Introspectab
    le":{},"org.bluez.Adapter1":{"Address":{"type":"s","data":"02:00:00:00:00:01"},"AddressType":{"type"
    :"s","data":"public"},"Name":{"type":"s","data":"laptop"},"Alias":{"type":"s","data":"laptop"},"Clas
    s":{"type":"u","data":8126732},"Powered":{"type":"b","data":true},"Discoverable":{"type":"b","data":
    false},"DiscoverableTimeout":{"type":"u","data":180},"Pairable":{"type":"b","data":false},"PairableT
    imeout":{"type":"u","data":0},"Discovering":{"type":"b","data":false},"UUIDs":{"type":"as","data":["
    0000110e-0000-1000-8000-00805f9b34fb","00001200-0000-1000-8000-00805f9b34fb","0000110c-0000-1000-800
    0-00805f9b34fb","00001800-0000-1000-8000-00805f9b34fb","00001801-0000-1000-8000-00805f9b34fb","00001
    80a-0000-1000-8000-00805f9b34fb"]},"Modalias":{"type":"s","data":"usb:v1D6Bp0246d0540"},"Roles":{"ty
    pe":"as","data":["central","peripheral"]}},"org.freedesktop.DBus.Properties":{},"org.bluez.GattManag
    er1":{},"org.bluez.Media1":{},"org.bluez.NetworkServer1":{},"org.bluez.LEAdvertisingManager1":{"Acti
    veInstances":{"type":"y","data":0},"SupportedInstances":{"type":"y","data":5},"SupportedIncludes":{"
    type":"as","data":["tx-power","appearance","local-name"]}}},"/org/bluez/hci0/dev_02_00_00_00_00_02":
    {"org.freedesktop.DBus.Introspectable":{},"org.bluez.Device1":{"Address":{"type":"s","data":"02:00:0
    0:00:00:02"},"AddressType":{"type":"s","data":"public"},"Name":{"type":"s","data":"XiaoMi RC"},"Alia
    s":{"type":"s","data":"XiaoMi RC"},"Appearance":{"type":"q","data":960},"Paired":{"type":"b","data":
    true},"Trusted":{"type":"b","data":true},"Blocked":{"type":"b","data":false},"LegacyPairing":{"type"
    :"b","data":false},"Connected":{"type":"b","data":true},"UUIDs":{"type":"as","data":["00001800-0000-
    1000-8000-00805f9b34fb","00001801-0000-1000-8000-00805f9b34fb","00001802-0000-1000-8000-00805f9b34fb
    ","00001803-0000-1000-8000-00805f9b34fb","00001804-0000-1000-8000-00805f9b34fb","0000180a-0000-1000-
    8000-00805f9b34fb","0000180f-0000-1000-8000-00805f9b34fb","00001812-0000-1000-8000-00805f9b34fb","00
    001813-0000-1000-8000-00805f9b34fb"]},"Modalias":{"type":"s","data":"bluetooth:v2717p3200d0110"},"Ad
    apter":{"type":"o","data":"/org/bluez/hci0"},"ServicesResolved":{"type":"b","data":true},"WakeAllowe
    d":{"type":"b","data":true}},"org.freedesktop.DBus.Properties":{},"org.bluez.Battery1":{"Percentage"
    :{"type":"y","data":71}}},"/org/bluez/hci0/dev_02_00_00_00_00_02/service0006":{"org.freedesktop.DBus
    .Introspectable":{},"org.bluez.GattService1":{"Handle":{"type":"q","data":6},"UUID":{"type":"s","dat
    a":"00001801-0000-1000-8000-00805f9b34fb"},"Device":{"type":"o","data":"/org/bluez/hci0/dev_02_00_00
    _00_00_02"},"Primary":{"type":"b","data":true},"Includes":{"type":"ao","data":[]}},"org.freedesktop.
    DBus.Properties":{}},"/org/bluez/hci0/dev_02_00_00_00_00_02/service0006/char0007":{"org.freedesktop.
    DBus.Introspectable":{},"org.bluez.GattCharacteristic1":{"Handle":{"type":"q","data":7},"UUID":{"typ
    e":"s","data":"00002a05-0000-1000-8000-00805f9b34fb"},"Service":{"type":"o","data":"/org/bluez/hci0/
    dev_02_00_00_00_00_02/service0006"},"Value":{"type":"ay","data":[]},"Notifying":{"type":"b","data":f
    alse},"Flags":{"type":"as","data":["indicate"]}},"org.freedesktop.DBus.Properties":{}},"/org/bluez/h
    ci0/dev_02_00_00_00_00_03":{"org.freedesktop.DBus.Introspectable":{},"org.bluez.Device1":{"Address":
    {"type":"s","data":"02:00:00:00:00:03"},"AddressType":{"type":"s","data":"public"},"AdvertisingFlags
    ":{"type":"ay","data":[6]},"Alias":{"type":"s","data":"02-00-00-00-00-03"},"Paired":{"type":"b","dat
    a":false},"Bonded":{"type":"b","data":false},"Trusted":{"type":"b","data":false},"Blocked":{"type":"
    b","data":false},"LegacyPairing":{"type":"b","data":false},"Connected":{"type":"b","data":false},"UU
    IDs":{"type":"as","data":["0000fe78-0000-1000-8000-00805f9b34fb","0000fdf7-0000-1000-8000-00805f9b34
    fb"]},"Adapter":{"type":"o","data":"/org/bluez/hci0"},"ManufacturerData":{"type":"a{qv}","data":{"10
    1":{"type":"ay","data":[1,201,5]}}},"ServicesResolved":{"type":"b","data":false}},"org.freedesktop.D
    Bus.Properties":{}},"/org/bluez/hci0/dev_02_00_00_00_00_04":{"org.freedesktop.DBus.Introspectable":{
    },"org.bluez.Device1":{"Adapter":{"type":"o","data":"/org/bluez/hci0"},"Address":{"type":"s","data":
    "02:00:00:00:00:04"},"AddressType":{"type":"s","data":"public"},"Alias":{"type":"s","data":"Headphon
    es"},"Blocked":{"type":"b","data":false},"Bonded":{"type":"b","data":true},"CablePairing":{"type":"b
    ","data":false},"Class":{"type":"u","data":2360344},"Connected":{"type":"b","data":false},"Icon":{"t
    ype":"s","data":"audio-headphones"},"LegacyPairing":{"type":"b","data":false},"Modalias":{"type":"s"
    ,"data":"bluetooth:v009Ep400Ad0303"},"Name":{"type":"s","data":"Headphones"},"Paired":{"type":"b","d
    ata":true},"ServicesResolved":{"type":"b","data":false},"Trusted":{"type":"b","data":true},"UUIDs":{
    "type":"as","data":["0000110b-0000-1000-8000-00805f9b34fb","0000110c-0000-1000-8000-00805f9b34fb","0
    000110e-0000-1000-8000-00805f9b34fb"]}},"org.freedesktop.DBus.Properties":{}},"/org/bluez/hci0/dev_0
    2_00_00_00_00_05":{"org.freedesktop.DBus.Introspectable":{},"org.bluez.Device1":{"Address":{"type":"
    s","data":"02:00:00:00:00:05"},"AddressType":{"type":"s","data":"public"},"Name":{"type":"s","data":
    "WH-1000XM3"},"Alias":{"type":"s","data":"WH-1000XM3"},"Class":{"type":"u","data":2360324},"Icon":{"
    type":"s","data":"audio-headset"},"Paired":{"type":"b","data":true},"Trusted":{"type":"b","data":fal
    se},"Blocked":{"type":"b","data":false},"LegacyPairing":{"type":"b","data":false},"Connected":{"type
    ":"b","data":true},"UUIDs":{"type":"as","data":["00001108-0000-1000-8000-00805f9b34fb","0000110b-000
    0-1000-8000-00805f9b34fb","0000110c-0000-1000-8000-00805f9b34fb","0000110e-0000-1000-8000-00805f9b34
    fb","0000111e-0000-1000-8000-00805f9b34fb","00001200-0000-1000-8000-00805f9b34fb"]},"Adapter":{"type
    ":"o","data":"/org/bluez/hci0"},"ServicesResolved":{"type":"b","data":true}},"org.freedesktop.DBus.P
    roperties":{},"org.bluez.Battery1":{"Percentage":{"type":"y","data":100}}}}
    """#
}
