public import HeadlessSession

/// A library with libcanberra's name and functions, which records what it is to play: the content of a file.
///
/// A program that loads it chooses the record by the environment variable `FAKE_CANBERRA_TOLD`, the error with
/// `FAKE_CANBERRA_ERROR`, and with `FAKE_CANBERRA_HANGS` a library that never returns; the arguments of `make` are for
/// programs without these variables.
public enum FakeCanberra {
  private static let source = """
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    int ca_context_create(void **context) { *context = malloc(1); return 0; }
    int ca_context_destroy(void *context) { free(context); return 0; }
    int ca_context_change_props_full(void *context, void *list) { return 0; }
    int ca_proplist_create(void **list) { *list = calloc(1, 4096); return 0; }
    int ca_proplist_destroy(void *list) { free(list); return 0; }
    int ca_proplist_sets(void *list, const char *key, const char *value) {
      if (!strcmp(key, "event.id") || !strcmp(key, "media.filename"))
        snprintf((char *)list + strlen(list), 4096 - strlen(list), "%s=%s", key, value);
      return 0;
    }
    int ca_context_play_full(void *context, uint32_t id, void *list, void *callback, void *data) {
      const char *told = getenv("FAKE_CANBERRA_TOLD"), *error = getenv("FAKE_CANBERRA_ERROR");
      FILE *file = fopen(told ? told : TOLD, "a");
      const char *path = strchr(list, '=') + 1;
      char content[4096] = "";
      FILE *played = strncmp(list, "media.filename=", 15) ? NULL : fopen(path, "r");
      if (played) {
        if (fgets(content, sizeof content, played)) path = content;
        fclose(played);
      }
      const char *key = strtok(list, "=");
      fprintf(file, "%s=%s\\n", key, path);
      fclose(file);
      if (getenv("FAKE_CANBERRA_HANGS")) pause();
      return -(error ? atoi(error) : ERROR);
    }

    """

  /// Compiles the library in a directory that programs of the session can read, and returns its path.
  ///
  /// - Parameters:
  ///   - told: The file to which it appends a line for each sound.
  ///   - error: The number of the error that it returns, which is negative there; 0: none.
  public static func make(in directory: PrivateDirectory, told: String, error: Int = 0) throws -> String {
    try requireProgram("cc", of: "gcc")
    let library = try directory.makeDirectory("canberra") + "/libcanberra.so.0"
    let source = try directory.write(source, to: "canberra.c")
    let compiler = try SessionProcess(
      ["cc", "-shared", "-fPIC", "-DTOLD=\"\(told)\"", "-DERROR=\(error)", "-o", library, source],
      environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"],
      log: directory.file("cc.log"))
    guard compiler.waitForEnd() == .exited(0) else {
      throw SessionError.failed(["cc"], log: compiler.logText)
    }
    return library
  }

  /// Makes the library, and returns the environment with which a program finds it; `told` is the file that it writes.
  public static func environment(in directory: PrivateDirectory, told: String) throws -> [String: String] {
    let library = try make(in: directory, told: told)
    let folder = library.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let others = environmentVariable("LD_LIBRARY_PATH").map { ":" + $0 } ?? ""
    return ["LD_LIBRARY_PATH": folder + others, "FAKE_CANBERRA_TOLD": told]
  }

  /// The environment in which a program finds no such library, though one is installed.
  public static func missing(in directory: PrivateDirectory) throws -> [String: String] {
    let folder = try directory.makeDirectory("no-canberra")
    try directory.write("This is no library.", to: "no-canberra/libcanberra.so.0")
    let others = environmentVariable("LD_LIBRARY_PATH").map { ":" + $0 } ?? ""
    return ["LD_LIBRARY_PATH": folder + others]
  }
}
