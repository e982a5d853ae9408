import Settings

/// Converts the options of the modules `group/NAME`.
enum GroupModules {
  /// Converts a group of modules that have these names, on a bar at the left or right edge or on another one.
  static func convert(_ module: inout ModuleConversion, _ names: [String], isVertical: Bool) {
    var names = names
    // A drawer of one module, such as one whose slider is left out, has nothing to open.
    if let drawer = module.take("drawer")?.value, names.count > 1 {
      module.set(["drawer"], .boolean(true), from: "drawer")
      // The first module opens the drawer in Waybar.
      module.set(["arrow"], .boolean(false), from: "drawer")
      if drawer["click-to-reveal"]?.boolean != true { module.set(["hover"], .boolean(true), from: "drawer") }
      if drawer["start-expanded"]?.boolean == true {
        module.set(["open"], .boolean(true), from: "drawer")
      }
      if drawer["transition-left-to-right"]?.boolean == false { turn(&module, &names) }
    }
    module.set(["modules"], .strings(names), from: "modules")
    if let orientation = module.string("orientation") {
      let isAcross = orientation == "orthogonal" || orientation == (isVertical ? "horizontal" : "vertical")
      if isAcross { module.set(["stack"], .boolean(true), from: "orientation") }
    }
    for key in ["modules", "tooltip"] { _ = module.take(key) }
    WaybarModuleConverter.reportRest(&module)
  }

  /// Makes a drawer open in front of its handle, which is the last module then.
  private static func turn(_ module: inout ModuleConversion, _ names: inout [String]) {
    module.set(["direction"], .string("back"), from: "drawer")
    names = Array(names.dropFirst()) + names.prefix(1)
  }
}
