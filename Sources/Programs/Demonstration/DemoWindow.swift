/// A terminal window of the demonstration, with its content.
struct DemoWindow {
  /// The name of the window, which is also its application identifier.
  let name: String
  /// The title of the window.
  let title: String
  /// The position of its top left corner on the output, in logical pixels.
  let place: (x: Int, y: Int)
  /// The size in characters.
  let size: (columns: Int, rows: Int)
  /// Options of the terminal foot.
  let options: [String]
  /// The shell script that draws the content.
  let script: String

  /// The rule of sway that places the window.
  var rule: String {
    "for_window [app_id=\"\(name)\"] floating enable, move absolute position \(place.x) \(place.y)"
  }

  /// All windows, from the lowest to the highest; the last two lie partly under the bar.
  static let all = [
    DemoWindow(
      name: "build", title: "make — hyaline", place: (150, 330), size: (84, 26),
      options: ["--override=colors.background=141a2e"], script: buildScript),
    DemoWindow(
      name: "settings", title: "settings.toml", place: (1030, 25), size: (74, 23),
      options: ["--override=colors.background=f6efe6", "--override=colors.foreground=3c3836"],
      script: settingsScript),
    DemoWindow(
      name: "waves", title: "Waves", place: (330, 8), size: (62, 18),
      options: [
        "--override=pad=8x8", "--override=colors.background=141a2e",
        "--override=font=DejaVu Sans Mono:size=8",
      ], script: wavesScript),
  ]

  static let terminalSettings = """
    [main]
    font=DejaVu Sans Mono:size=11
    pad=18x14
    [cursor]
    style=beam
    [colors]
    alpha=0.94
    foreground=d8dee9

    """

  static let barSettings = """
    appearance = "dark"
    [bar]
    height = 36
    material = "systemUltraThinMaterial"
    font = "Inter Medium 10.5"
    [workspaces]
    persistent = ["1", "2", "3"]

    """

  /// Prints lines without end, like a build.
  private static let buildScript = #"""
    set -- Geometry Scenes VisualEffects Settings ShellModel BarUI Loop Wayland Typography Rendering
    line=0
    while :; do
      for module; do
        for file in Blur Glass Capture Estimate Pyramid Surface Output Layout; do
          line=$((line + 1))
          colour=$((32 + line % 5))
          printf '\033[90m[%4d/9999]\033[0m \033[1;%dm%-14s\033[0m %s%s.swift \033[90m%s\033[0m\n' \
            $line $colour "$module" "$module" "$file" "$((line * 7919 % 97)) ms"
          [ $line -lt 30 ] || sleep 0.05
        done
      done
    done

    """#

  /// Draws slow waves of colour, two pixels one above the other in each character.
  private static let wavesScript = #"""
    awk 'function mix(i,   f) {
      f = h - int(h)
      return colour[int(h), i] * (1 - f) + colour[int(h) + 1, i] * f
    } BEGIN {
      split("38 42 98 92 62 140 206 92 138 250 158 110 255 208 140 250 158 110", list, " ")
      for (i = 0; i < 18; i++) colour[int(i / 3), i % 3] = list[i + 1]
      printf "\033[?25l"
      for (t = 2; ; t += 0.12) {
        "stty size </dev/tty" | getline size
        close("stty size </dev/tty")
        split(size, cells, " ")
        rows = cells[1]; columns = cells[2]
        printf "\033[H"
        for (y = 0; y < rows; y++) {
          for (x = 0; x < columns; x++) {
            for (half = 0; half < 2; half++) {
              v = y + half / 2
              h = sin(x / 10 + t) + sin(v / 4 - t * 0.7) + sin((x + 2 * v) / 14 + t * 0.4) + sin(x / 5 - v / 3)
              h = 2.45 + 0.6 * h
              printf "\033[%d;2;%d;%d;%dm", half ? 48 : 38, mix(0), mix(1), mix(2)
            }
            printf "\342\226\200"
          }
          if (y < rows - 1) printf "\033[0m\n"
        }
        fflush()
        system("sleep 0.1")
      }
    }'

    """#

  /// Prints a settings file with the colours of an editor.
  private static let settingsScript = #"""
    k='\033[38;2;156;83;20m' s='\033[38;2;80;120;40m' c='\033[38;2;150;140;130m' h='\033[1;38;2;40;90;140m' n='\033[0m'
    printf "${c}# ~/.config/hyaline/settings.toml${n}\n\n"
    printf "${k}appearance${n} = ${s}\"dark\"${n}\n\n"
    printf "${h}[backdrop]${n}\n${k}source${n} = ${s}\"auto\"${n}          ${c}# live, wallpaper, solid${n}\n\n"
    printf "${h}[bar]${n}\n${k}edge${n} = ${s}\"top\"${n}\n${k}height${n} = ${s}36${n}               ${c}# logical px${n}\n"
    printf "${k}material${n} = ${s}\"systemUltraThinMaterial\"${n}\n${k}font${n} = ${s}\"Inter Medium 10.5\"${n}\n"
    printf "${k}start${n} = [${s}\"workspaces\"${n}, ${s}\"window\"${n}]\n${k}center${n} = [${s}\"clock\"${n}]\n${k}end${n} = [${s}\"cpu\"${n}, ${s}\"memory\"${n}]\n\n"
    printf "${h}[clock]${n}\n${k}format${n} = ${s}\"%%a %%e %%b  %%H:%%M\"${n}\n"
    printf '\033[?25l'
    sleep 1000000

    """#
}
