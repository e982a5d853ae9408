import Settings

extension WaybarKind {
  /// The names of layouts by the short names of languages that Waybar has.
  private static let layouts = [
    "en": "English*", "us": "English*", "de": "German*", "fr": "French*", "ru": "Russian*",
    "uk": "Ukrainian*", "es": "Spanish*", "it": "Italian*", "pt": "Portuguese*", "pl": "Polish*",
    "cs": "Czech*", "cz": "Czech*", "sk": "Slovak*", "sv": "Swedish*", "da": "Danish*", "no": "Norwegian*",
    "nb": "Norwegian*", "fi": "Finnish*", "nl": "Dutch*", "tr": "Turkish*", "el": "Greek*", "gr": "Greek*",
    "he": "Hebrew*", "ar": "Arabic*", "ja": "Japanese*", "jp": "Japanese*", "ko": "Korean*", "kr": "Korean*",
    "zh": "Chinese*", "hu": "Hungarian*", "ro": "Romanian*", "bg": "Bulgarian*", "sr": "Serbian*",
    "hr": "Croatian*", "ua": "Ukrainian*",
  ]

  /// The module of the layout of the keyboard; `unnamed` is the field that `{}` means.
  static func language(unnamed: String) -> WaybarKind {
    WaybarKind(
      kind: .keyboard, format: "{}",
      fields: [
        "": .same(unnamed), "long": "layout", "short": "short", "shortDescription": "short",
        "variant": .lost("{layout} has the name of the variant"), "flag": .lost("there are no flags"),
      ]
    ) { module in
      for member in module.source.members {
        guard let language = member.name.droppingPrefix("format-"), let text = member.value.string,
          let layout = layouts[String(language.prefix { $0 != "-" })]
        else { continue }
        module.ignore(member.name)
        let format = module.converted(text, from: member.name)
        module.set(state: language, "when", .table([("layout", .string(layout))]), from: member.name)
        module.set(state: language, "format", .string(format), from: member.name)
      }
      module.ignore("keyboard-name", "tooltip-format-size")
    }
  }

  /// The locks of the keyboard, of which those that are on are shown.
  static let locks = WaybarKind(kind: .keyboard, format: "", fields: [:], ownsFormat: true) { module in
    let icons = module.take("format-icons")
    let locked = icons?.value["locked"]?.string ?? "locked"
    let shared = module.take("format")?.value
    if icons?.value["unlocked"] != nil {
      module.approximate(
        "format-icons", "a lock is shown while it is on, so there is no icon for one that is off")
    }
    module.set("hidden", true)
    for (key, state, word) in [
      ("numlock", "num", "Num"), ("capslock", "caps", "Caps"), ("scrolllock", "scroll", "Scroll"),
    ] {
      guard module.boolean(key) == true else { continue }
      let text = shared?[key]?.string ?? shared?.string ?? "{name} {icon}"
      let format = text.replacingAll("{name}", with: word).replacingAll("{icon}", with: locked)
      module.set(state: state, "hidden", false, from: key)
      module.set(state: state, "format", .string(WaybarFormat.withoutMarkup(format)), from: key)
    }
    module.ignore("interval", "device-path", "binding-keys")
  }
}
