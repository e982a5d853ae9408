/// What a module has to show.
public enum ModuleContent: Equatable, Sendable {
  /// One line of plain text; empty hides the module.
  case text(String)
  /// Why the module has nothing to show: one clear line that names the module, shown in its place.
  case failure(String)
}
