import Settings

/// Converts the options of the modules `group/NAME`.
enum GroupModules {
  /// Converts a group of modules that have these names.
  static func convert(_ module: inout ModuleConversion, _ names: [String]) {
    var names = names
    // A drawer of one module, such as one whose slider is left out, has nothing to open.
    if let drawer = module.take("drawer")?.value, names.count > 1 {
      module.set("drawer", true, from: "drawer")
      // The first module opens the drawer in Waybar.
      module.set("arrow", false, from: "drawer")
      if drawer["click-to-reveal"]?.boolean != true { module.set("hover", true, from: "drawer") }
      if drawer["start-expanded"]?.boolean == true { module.set("open", true, from: "drawer") }
      if drawer["transition-left-to-right"]?.boolean == false {
        // The handle is the last module of a drawer that opens in front of it.
        module.set("direction", "back", from: "drawer")
        names.append(names.removeFirst())
      }
    }
    module.set("modules", .strings(names), from: "modules")
    if let orientation = module.string("orientation"),
      ["orthogonal", module.isVertical ? "horizontal" : "vertical"].contains(orientation)
    {
      module.set("stack", true, from: "orientation")
    }
    module.ignore("modules", "tooltip")
    WaybarModuleConverter.reportRest(&module)
  }
}
