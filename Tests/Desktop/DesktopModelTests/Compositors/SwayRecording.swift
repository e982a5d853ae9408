/// Messages of sway 1.7 without a screen, in the order in which they arrived. Members that are not read are left out.
///
/// There were two outputs, three windows of foot, a virtual keyboard of two layouts, and the commands that the names tell.
enum SwayRecording {
  /// The answers to subscriptions, one for each event. This version knows none of outputs.
  static let subscriptions = [
    #"{"success": true}"#, #"{"success": true}"#, #"{"success": true}"#, #"{"success": true}"#,
    #"{"success": false}"#, #"{"success": true}"#,
  ]

  /// The answer to a query while a window on the other workspace was urgent.
  static let workspaces = #"""
    [{"id":7,"type":"workspace","urgent":true,"name":"2: web","window":null,"nodes":[],"floating_nodes":\#
    [],"focus":[8],"fullscreen_mode":1,"num":2,"output":"HEADLESS-1","representation":"H[term.one]","foc\#
    used":false,"visible":false},{"id":9,"type":"workspace","urgent":false,"name":"code","window":null,"\#
    nodes":[],"floating_nodes":[{"id":10,"type":"floating_con","urgent":false,"focused":false,"name":"se\#
    cond","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_i\#
    d":"term.two","visible":true}],"focus":[10],"fullscreen_mode":1,"num":-1,"output":"HEADLESS-1","repr\#
    esentation":"H[]","focused":false,"visible":true},{"id":6,"type":"workspace","urgent":false,"name":"\#
    2","window":null,"nodes":[],"floating_nodes":[],"focus":[11],"fullscreen_mode":1,"num":2,"output":"H\#
    EADLESS-2","representation":"H[term.three]","focused":true,"visible":true}]
    """#

  /// The answer to a query while a window on the other workspace was urgent.
  static let tree = #"""
    {"id":1,"type":"root","urgent":false,"focused":false,"name":"root","window":null,"nodes":[{"id":2147\#
    483647,"type":"output","urgent":false,"focused":false,"name":"__i3","window":null,"nodes":[{"id":214\#
    7483646,"type":"workspace","urgent":false,"focused":false,"name":"__i3_scratch","window":null,"nodes\#
    ":[],"floating_nodes":[],"focus":[10],"fullscreen_mode":1}],"floating_nodes":[],"focus":[2147483646]\#
    ,"fullscreen_mode":0},{"id":3,"type":"output","urgent":false,"focused":false,"name":"HEADLESS-1","wi\#
    ndow":null,"nodes":[{"id":7,"type":"workspace","urgent":true,"focused":false,"name":"2: web","window\#
    ":null,"nodes":[{"id":8,"type":"con","urgent":true,"focused":false,"name":"new title é","window":nul\#
    l,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"term.one","vis\#
    ible":false}],"floating_nodes":[],"focus":[8],"fullscreen_mode":1,"num":2,"output":"HEADLESS-1","rep\#
    resentation":"H[term.one]"},{"id":9,"type":"workspace","urgent":false,"focused":false,"name":"code",\#
    "window":null,"nodes":[],"floating_nodes":[{"id":10,"type":"floating_con","urgent":false,"focused":f\#
    alse,"name":"second","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pi\#
    d":30358,"app_id":"term.two","visible":true}],"focus":[10],"fullscreen_mode":1,"num":-1,"output":"HE\#
    ADLESS-1","representation":"H[]"}],"floating_nodes":[],"focus":[9,7],"fullscreen_mode":0,"active":tr\#
    ue,"current_workspace":"code"},{"id":5,"type":"output","urgent":false,"focused":false,"name":"HEADLE\#
    SS-2","window":null,"nodes":[{"id":6,"type":"workspace","urgent":false,"focused":false,"name":"2","w\#
    indow":null,"nodes":[{"id":11,"type":"con","urgent":false,"focused":true,"name":"third","window":nul\#
    l,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30421,"app_id":"term.three","v\#
    isible":true}],"floating_nodes":[],"focus":[11],"fullscreen_mode":1,"num":2,"output":"HEADLESS-2","r\#
    epresentation":"H[term.three]"}],"floating_nodes":[],"focus":[6],"fullscreen_mode":0,"active":true,"\#
    current_workspace":"2"}],"floating_nodes":[],"focus":[5,3],"fullscreen_mode":0}
    """#

  /// The answer to a query while a window on the other workspace was urgent.
  static let bindingState = #"""
    {"name":"default"}
    """#

  /// The answer to a query while a window on the other workspace was urgent.
  static let inputs = #"""
    [{"identifier":"0:0:virtual_keyboard","name":"virtual keyboard","type":"keyboard","xkb_layout_names"\#
    :["English (US)","German"],"xkb_active_layout_index":1,"xkb_active_layout_name":"German"}]
    """#

  /// The answer to the same query after the third window had been closed.
  static let laterWorkspaces = #"""
    [{"id":7,"type":"workspace","urgent":true,"name":"2: web","window":null,"nodes":[],"floating_nodes":\#
    [],"focus":[8],"fullscreen_mode":1,"num":2,"output":"HEADLESS-1","representation":"H[term.one]","foc\#
    used":true,"visible":true},{"id":9,"type":"workspace","urgent":false,"name":"code","window":null,"no\#
    des":[],"floating_nodes":[{"id":10,"type":"floating_con","urgent":false,"focused":false,"name":"seco\#
    nd","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_id"\#
    :"term.two","visible":false}],"focus":[10],"fullscreen_mode":1,"num":-1,"output":"HEADLESS-1","repre\#
    sentation":"H[]","focused":false,"visible":false},{"id":6,"type":"workspace","urgent":false,"name":"\#
    2","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":2,"output":"HEA\#
    DLESS-2","representation":"H[]","focused":false,"visible":true}]
    """#

  /// The answer to the same query after the third window had been closed.
  static let laterTree = #"""
    {"id":1,"type":"root","urgent":false,"focused":false,"name":"root","window":null,"nodes":[{"id":2147\#
    483647,"type":"output","urgent":false,"focused":false,"name":"__i3","window":null,"nodes":[{"id":214\#
    7483646,"type":"workspace","urgent":false,"focused":false,"name":"__i3_scratch","window":null,"nodes\#
    ":[],"floating_nodes":[],"focus":[10],"fullscreen_mode":1}],"floating_nodes":[],"focus":[2147483646]\#
    ,"fullscreen_mode":0},{"id":3,"type":"output","urgent":false,"focused":false,"name":"HEADLESS-1","wi\#
    ndow":null,"nodes":[{"id":7,"type":"workspace","urgent":true,"focused":false,"name":"2: web","window\#
    ":null,"nodes":[{"id":8,"type":"con","urgent":true,"focused":true,"name":"new title é","window":null\#
    ,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"term.one","visi\#
    ble":true}],"floating_nodes":[],"focus":[8],"fullscreen_mode":1,"num":2,"output":"HEADLESS-1","repre\#
    sentation":"H[term.one]"},{"id":9,"type":"workspace","urgent":false,"focused":false,"name":"code","w\#
    indow":null,"nodes":[],"floating_nodes":[{"id":10,"type":"floating_con","urgent":false,"focused":fal\#
    se,"name":"second","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid"\#
    :30358,"app_id":"term.two","visible":false}],"focus":[10],"fullscreen_mode":1,"num":-1,"output":"HEA\#
    DLESS-1","representation":"H[]"}],"floating_nodes":[],"focus":[7,9],"fullscreen_mode":0,"active":tru\#
    e,"current_workspace":"2: web"},{"id":5,"type":"output","urgent":false,"focused":false,"name":"HEADL\#
    ESS-2","window":null,"nodes":[{"id":6,"type":"workspace","urgent":false,"focused":false,"name":"2","\#
    window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":2,"output":"HEADLES\#
    S-2","representation":"H[]"}],"floating_nodes":[],"focus":[6],"fullscreen_mode":0,"active":true,"cur\#
    rent_workspace":"2"}],"floating_nodes":[],"focus":[3,5],"fullscreen_mode":0}
    """#

  /// All events, from the second output to the end.
  static let events: [(type: UInt32, json: String)] = [
    (
      0x8000_0000,
      #"""
      {"change":"init","old":null,"current":{"id":6,"type":"workspace","urgent":false,"focused":false,"nam\#
      e":"2","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":2,"output":\#
      "HEADLESS-2","representation":null}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"init","old":null,"current":{"id":6,"type":"workspace","urgent":false,"focused":false,"nam\#
      e":"2","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":2,"output":\#
      "HEADLESS-2","representation":null}}
      """#
    ),
    (
      0x8000_0015,
      #"""
      {"change":"xkb_keymap","input":{"identifier":"0:0:virtual_keyboard","name":"virtual keyboard","type"\#
      :"keyboard","xkb_layout_names":["English (US)","German"],"xkb_active_layout_index":0,"xkb_active_lay\#
      out_name":"English (US)"}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"init","old":null,"current":{"id":7,"type":"workspace","urgent":false,"focused":false,"nam\#
      e":"2: web","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":2,"out\#
      put":"HEADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"focus","old":{"id":4,"type":"workspace","urgent":false,"focused":false,"name":"1","window\#
      ":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":1,"output":"HEADLESS-1","\#
      representation":null},"current":{"id":7,"type":"workspace","urgent":false,"focused":true,"name":"2: \#
      web","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":2,"output":"H\#
      EADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"empty","old":null,"current":{"id":4,"type":"workspace","urgent":false,"focused":false,"na\#
      me":"1","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":1,"output"\#
      :"HEADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"new","container":{"id":8,"type":"con","urgent":false,"focused":false,"name":null,"window"\#
      :null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"term.one",\#
      "visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"title","container":{"id":8,"type":"con","urgent":false,"focused":false,"name":"first","wi\#
      ndow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"term.\#
      one","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"focus","container":{"id":8,"type":"con","urgent":false,"focused":true,"name":"first","win\#
      dow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"term.o\#
      ne","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"title","container":{"id":8,"type":"con","urgent":false,"focused":true,"name":"new title é\#
      ","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"\#
      term.one","visible":true}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"init","old":null,"current":{"id":9,"type":"workspace","urgent":false,"focused":false,"nam\#
      e":"3","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":3,"output":\#
      "HEADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"focus","old":{"id":7,"type":"workspace","urgent":false,"focused":false,"name":"2: web","w\#
      indow":null,"nodes":[{"id":8,"type":"con","urgent":false,"focused":false,"name":"new title é","windo\#
      w":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"term.one\#
      ","visible":false}],"floating_nodes":[],"focus":[8],"fullscreen_mode":1,"num":2,"output":"HEADLESS-1\#
      ","representation":"H[term.one]"},"current":{"id":9,"type":"workspace","urgent":false,"focused":true\#
      ,"name":"3","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":3,"out\#
      put":"HEADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"new","container":{"id":10,"type":"con","urgent":false,"focused":false,"name":null,"window\#
      ":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_id":"term.two"\#
      ,"visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"title","container":{"id":10,"type":"con","urgent":false,"focused":false,"name":"second","\#
      window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_id":"ter\#
      m.two","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"focus","container":{"id":10,"type":"con","urgent":false,"focused":true,"name":"second","w\#
      indow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_id":"term\#
      .two","visible":true}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"rename","old":null,"current":{"id":9,"type":"workspace","urgent":false,"focused":false,"n\#
      ame":"code","window":null,"nodes":[{"id":10,"type":"con","urgent":false,"focused":true,"name":"secon\#
      d","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_id":\#
      "term.two","visible":true}],"floating_nodes":[],"focus":[10],"fullscreen_mode":1,"num":-1,"output":"\#
      HEADLESS-1","representation":"H[term.two]"}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"mark","container":{"id":10,"type":"con","urgent":false,"focused":true,"name":"second","wi\#
      ndow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_id":"term.\#
      two","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"mark","container":{"id":10,"type":"con","urgent":false,"focused":true,"name":"second","wi\#
      ndow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_id":"term.\#
      two","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"floating","container":{"id":10,"type":"floating_con","urgent":false,"focused":true,"name"\#
      :"second","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"a\#
      pp_id":"term.two","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"move","container":{"id":10,"type":"floating_con","urgent":false,"focused":false,"name":"s\#
      econd","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_\#
      id":"term.two","visible":false}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"focus","container":{"id":10,"type":"floating_con","urgent":false,"focused":true,"name":"s\#
      econd","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_\#
      id":"term.two","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"move","container":{"id":10,"type":"floating_con","urgent":false,"focused":true,"name":"se\#
      cond","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30358,"app_i\#
      d":"term.two","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"fullscreen_mode","container":{"id":10,"type":"floating_con","urgent":false,"focused":true\#
      ,"name":"second","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"pid":3\#
      0358,"app_id":"term.two","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"fullscreen_mode","container":{"id":10,"type":"floating_con","urgent":false,"focused":true\#
      ,"name":"second","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":3\#
      0358,"app_id":"term.two","visible":true}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"focus","old":{"id":9,"type":"workspace","urgent":false,"focused":false,"name":"code","win\#
      dow":null,"nodes":[],"floating_nodes":[{"id":10,"type":"floating_con","urgent":false,"focused":false\#
      ,"name":"second","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":3\#
      0358,"app_id":"term.two","visible":true}],"focus":[10],"fullscreen_mode":1,"num":-1,"output":"HEADLE\#
      SS-1","representation":"H[]"},"current":{"id":6,"type":"workspace","urgent":false,"focused":true,"na\#
      me":"2","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":2,"output"\#
      :"HEADLESS-2","representation":null}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"new","container":{"id":11,"type":"con","urgent":false,"focused":false,"name":null,"window\#
      ":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30421,"app_id":"term.thre\#
      e","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"title","container":{"id":11,"type":"con","urgent":false,"focused":false,"name":"third","w\#
      indow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30421,"app_id":"term\#
      .three","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"focus","container":{"id":11,"type":"con","urgent":false,"focused":true,"name":"third","wi\#
      ndow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30421,"app_id":"term.\#
      three","visible":true}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"urgent","container":{"id":8,"type":"con","urgent":true,"focused":false,"name":"new title \#
      é","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":\#
      "term.one","visible":false}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"urgent","old":null,"current":{"id":7,"type":"workspace","urgent":true,"focused":false,"na\#
      me":"2: web","window":null,"nodes":[{"id":8,"type":"con","urgent":true,"focused":false,"name":"new t\#
      itle é","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app\#
      _id":"term.one","visible":false}],"floating_nodes":[],"focus":[8],"fullscreen_mode":1,"num":2,"outpu\#
      t":"HEADLESS-1","representation":"H[term.one]"}}
      """#
    ),
    (
      0x8000_0015,
      #"""
      {"change":"xkb_layout","input":{"identifier":"0:0:virtual_keyboard","name":"virtual keyboard","type"\#
      :"keyboard","xkb_layout_names":["English (US)","German"],"xkb_active_layout_index":1,"xkb_active_lay\#
      out_name":"German"}}
      """#
    ),
    (
      0x8000_0002,
      #"""
      {"change":"resize","pango_markup":false}
      """#
    ),
    (
      0x8000_0002,
      #"""
      {"change":"default","pango_markup":true}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"init","old":null,"current":{"id":12,"type":"workspace","urgent":false,"focused":false,"na\#
      me":"1","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":1,"output"\#
      :"HEADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"focus","old":{"id":6,"type":"workspace","urgent":false,"focused":false,"name":"2","window\#
      ":null,"nodes":[{"id":11,"type":"con","urgent":false,"focused":false,"name":"third","window":null,"n\#
      odes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30421,"app_id":"term.three","visib\#
      le":true}],"floating_nodes":[],"focus":[11],"fullscreen_mode":1,"num":2,"output":"HEADLESS-2","repre\#
      sentation":"H[term.three]"},"current":{"id":12,"type":"workspace","urgent":false,"focused":true,"nam\#
      e":"1","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":1,"output":\#
      "HEADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"focus","old":{"id":12,"type":"workspace","urgent":false,"focused":false,"name":"1","windo\#
      w":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":1,"output":"HEADLESS-1",\#
      "representation":null},"current":{"id":7,"type":"workspace","urgent":true,"focused":false,"name":"2:\#
       web","window":null,"nodes":[{"id":8,"type":"con","urgent":true,"focused":true,"name":"new title é",\#
      "window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"te\#
      rm.one","visible":true}],"floating_nodes":[],"focus":[8],"fullscreen_mode":1,"num":2,"output":"HEADL\#
      ESS-1","representation":"H[term.one]"}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"focus","container":{"id":8,"type":"con","urgent":true,"focused":true,"name":"new title é"\#
      ,"window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":"t\#
      erm.one","visible":true}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"empty","old":null,"current":{"id":12,"type":"workspace","urgent":false,"focused":false,"n\#
      ame":"1","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":1,"num":1,"output\#
      ":"HEADLESS-1","representation":null}}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"close","container":{"id":11,"type":"con","urgent":false,"focused":false,"name":"third","w\#
      indow":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30421,"app_id":"term\#
      .three","visible":true}}
      """#
    ),
    (
      0x8000_0015,
      #"""
      {"change":"xkb_keymap","input":{"identifier":"0:0:virtual_keyboard","name":"virtual keyboard","type"\#
      :"keyboard","xkb_layout_names":["English (US)"],"xkb_active_layout_index":0,"xkb_active_layout_name"\#
      :"English (US)"}}
      """#
    ),
    (
      0x8000_0015,
      #"""
      {"change":"xkb_keymap","input":{"identifier":"0:0:virtual_keyboard","name":"virtual keyboard","type"\#
      :"keyboard","xkb_layout_names":["English (US)","German"],"xkb_active_layout_index":0,"xkb_active_lay\#
      out_name":"English (US)"}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"reload","old":null,"current":null}
      """#
    ),
    (
      0x8000_0003,
      #"""
      {"change":"urgent","container":{"id":8,"type":"con","urgent":false,"focused":true,"name":"new title \#
      é","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"app_id":\#
      "term.one","visible":true}}
      """#
    ),
    (
      0x8000_0000,
      #"""
      {"change":"urgent","old":null,"current":{"id":7,"type":"workspace","urgent":false,"focused":false,"n\#
      ame":"2: web","window":null,"nodes":[{"id":8,"type":"con","urgent":false,"focused":true,"name":"new \#
      title é","window":null,"nodes":[],"floating_nodes":[],"focus":[],"fullscreen_mode":0,"pid":30321,"ap\#
      p_id":"term.one","visible":true}],"floating_nodes":[],"focus":[8],"fullscreen_mode":1,"num":2,"outpu\#
      t":"HEADLESS-1","representation":"H[term.one]"}}
      """#
    ),
    (
      0x8000_0015,
      #"""
      {"change":"removed","input":{"identifier":"0:0:virtual_keyboard","name":"virtual keyboard","type":"k\#
      eyboard","xkb_layout_names":["English (US)","German"],"xkb_active_layout_index":0,"xkb_active_layout\#
      _name":"English (US)"}}
      """#
    ),
  ]
}
