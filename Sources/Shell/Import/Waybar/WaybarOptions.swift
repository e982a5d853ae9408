/// The options that bars and modules of Waybar have, without those that are carried over for each module that has them.
enum WaybarOptions {
  /// The words about an option that Waybar has, and Hyaline does not.
  static let loss = "hyaline has no such option"
  /// The words about an option that Waybar does not have either.
  static let mistake = "Waybar has no such option"

  /// The beginnings of names that are completed by names of states and other things of the user's choice.
  private static let beginnings = ["format", "tooltip-format"]
  /// The beginnings of names of options that ask for nothing while they are false.
  private static let switches = ["disable-", "enable-", "hide-"]

  private static let names: Set<Substring> = Set(
    """
    actions active-first active-only active-per-monitor adapter-alias album-artist-len album-len align
    all-outputs alphabetical_sort always-on always-visible-class app_ids-mapping artist-len avatar
    bar-css-states bat-compatibility binding-keys capslock children-class click-to-reveal consume-icons
    controller controller-alias controller_name critical-threshold current-only cursor custom-sort
    datapoints default-submap design-capacity device-path disable-auto-back-and-forth disable-click
    disable-markup disable-on-sleep disable-scroll disable-scroll-wraparound display-condition
    dynamic-importance-order dynamic-len dynamic-order dynamic-priority dynamic-separator
    dynamic-timeout dynamic-timeouts ellipsis empty-if-drawer-empty enable-bar-scroll
    enable-tooltip-len-limits escape events exclusive exec-on-event expand expand-center expand-left
    expand-right fallback family fixed-center full-at-plugged graph_type gtk-layer-shell height
    hide-active hide-disabled hide-disconnected hide-empty hide-empty-text hide-failed hide-if-empty
    hide-inactive hide-no-fix hide-not-registered hide-not-running hide-on-ok hide-single-layout
    hide-vacant hide_on_silence homogeneous hosts hwmon-by-name hwmon-name icon icon-name icon-size
    icon-spacing icon-theme icons id ignore ignore-hidden ignore-list ignore-monitor ignore-workspaces
    ignored-players ignored-sinks image-name image-path imei include input-filename interface interval
    ipc justify keyboard-name layer locale margin margin-bottom margin-left margin-right margin-top
    markup max max-length max-windows menu menu-actions menu-file min min-height min-length mod mode
    model modifier-reset module_path modules modules-center modules-left modules-right move-to-monitor
    name native-path no-center no-switch-output node-type num-tags numeric-first numlock offscreen-css
    offscreen-css-text on-click-backward-release on-click-copy on-click-forward-release
    on-click-middle-release on-click-right-release on-double-click-backward on-double-click-forward
    on-double-click-middle on-double-click-right on-triple-click-backward on-triple-click-forward
    on-triple-click-middle on-triple-click-right on_sigusr1 on_sigusr2 only-physical open-on-click
    open-path orders orientation output output-classes output-dimensions overview-label passthrough
    password path paths persistent-only player playing-interval port position prefer-album-artist
    random-icons realtime reload_on_change reload_style_on_change repeat-icons restart-interval
    restart_interval reveal-by-default reveal-delay reverse-direction reverse-mouse-scrolling
    reverse-scroll reverse-scrolling rewrite rfkill rotate scroll-scale scrolllock separate-outputs
    separator server show-empty show-focused-workspace-name show-hidden-marks show-icon
    show-passive-items show-special signal single-icons sink-mapping size smooth-power
    smooth-power-time-constant smooth-scrolling-threshold sort-by sort-by-app-id sort-by-coordinates
    sort-by-id sort-by-name sort-by-number spacing special-visible-only squash-list start-activated
    start-expanded start_hidden state-icons states swap-icon-label system tag-labels tags target timeout
    timeout-step timeout_step timezone timezone-tooltip-format timezones title-len today-format tooltip
    tooltip-icon-size tooltip-padding tooltip-spacing tooltip-unit-format transition-duration
    transition-left-to-right truncate truncate-hours type unique-icons unit unknown-tag
    unmute-on-volume-change use-icon user wait-for-activity warning-threshold warp-on-scroll
    weighted-average what width window-rewrite-group-format window-rewrite-group-threshold
    workspace-taskbar zero-on-mute
    """.split(whereSeparator: \.isWhitespace))

  /// Whether Waybar has an option of that name, which is not carried over.
  static func has(_ name: String) -> Bool {
    names.contains(name[...]) || beginnings.contains { name.hasPrefix($0) }
  }

  /// Whether an option of Waybar asks for nothing by its value: it is off.
  static func isIdle(_ option: SourceValue.Member) -> Bool {
    guard has(option.name) else { return false }
    if option.name == "workspace-taskbar" { return option.value["enable"]?.boolean != true }
    return option.value.boolean == false && switches.contains { option.name.hasPrefix($0) }
  }
}
