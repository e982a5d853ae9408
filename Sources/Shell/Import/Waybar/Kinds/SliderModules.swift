import ModuleModel
import Settings

/// Converts the options of the modules `pulseaudio/slider` and `backlight/slider`.
enum SliderModules {
  /// The length of the trough of a slider in Waybar's style sheet, in pixels.
  private static let length = 80.0

  /// The kind of the module that has the slider; nil: the name is that of no slider.
  static func kind(_ name: WaybarModuleName, _ options: SourceValue?) -> ModuleKind? {
    switch name.kind {
    case "backlight/slider": .backlight
    case "pulseaudio/slider": options?["target"]?.string == "source" ? .microphone : .audio
    default: nil
    }
  }

  /// Converts a slider, which stands alone; `length` is that of its trough in the style sheet, in pixels.
  static func convert(_ module: inout ModuleConversion, length: Double?) {
    module.set("format", "")
    module.set("slider", .number((length ?? Self.length).clamped(to: 24...1024)))
    module.copyText("device", to: "device")
    if let least = module.number("min"), least > 0 {
      if module.kind == .backlight, least <= 100 {
        module.set("min", .number(least), from: "min")
      } else {
        module.leaveOut("min", "the slider begins at 0")
      }
    }
    if let most = module.number("max"), most != 100 {
      if module.kind != .backlight, 10...150 ~= most {
        module.set("limit", .number(most), from: "max")
      } else {
        module.leaveOut("max", "the slider ends at 100")
      }
    }
    if let orientation = module.string("orientation"), (orientation == "vertical") != module.isVertical {
      module.approximate("orientation", "the slider runs along the bar")
    }
    WaybarKind.step(&module)
    module.ignore("target")
    WaybarModuleConverter.finish(false, &module)
    WaybarModuleConverter.reportRest(&module)
  }
}
