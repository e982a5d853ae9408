import Geometry
import Glibc
import Rendering
import RenderingCPU
import RenderingGLES
import Scenes
import VisualEffects

// Measures live frames of a bar and, with the same GL, other blurs for comparison.

/// Medians of many runs, in milliseconds.
struct Cost {
  var wall: Double
  var cpu: Double

  init(_ runs: [(wall: Double, cpu: Double)]) {
    wall = runs.map(\.wall).sorted()[runs.count / 2]
    cpu = runs.map(\.cpu).sorted()[runs.count / 2]
  }
}

func milliseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func time(_ body: () throws -> Void) rethrows -> (wall: Double, cpu: Double) {
  let (wall, cpu) = (milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_PROCESS_CPUTIME_ID))
  try body()
  return (milliseconds(CLOCK_MONOTONIC) - wall, milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu)
}

func line(_ name: String, _ cost: Cost, _ more: String = "") {
  func number(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let digits = String(thousandths % 1000 + 1000).dropFirst()
    return String(repeating: " ", count: max(0, 4 - String(thousandths / 1000).count))
      + "\(thousandths / 1000).\(digits)"
  }
  print(
    name + String(repeating: " ", count: max(0, 44 - name.count)), number(cost.wall), number(cost.cpu), more)
}

func ratio(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200
// A profiler measures one part alone: notifications, layouts, or the CPU's renderer.
if CommandLine.arguments.contains("notifications") {
  ModelCosts().timeNotifications(rounds)
  exit(0)
}
if CommandLine.arguments.contains("layouts") {
  ModelCosts().timeLayouts(rounds)
  exit(0)
}
if CommandLine.arguments.contains("cpu") {
  try timeCPU(rounds, besides: nil)
  exit(0)
}
let context = try unsafe GraphicsContext(display: nil)
print("\(context.rendererName), \(context.version)")

let bar = PlayedBar(size: PixelSize(width: 1920, height: 1080), height: 40)
let renderer = try GLESOutputRenderer(context, output: bar.output) { _ in bar.text }
let id = SurfaceID(0)
try renderer.openSurface(id, window: nil, glass: bar.glass)
let (material, bare, inked) = (bar.glass.panes[0].material, bar.bareScene, bar.inkedScene)
var scene = bare
let region = renderer.captureRegion
try bar.show(0, nil, PixelRect(bar.output)) { try renderer.setBackground(.frame($0)) }
_ = try renderer.draw(id, scene)

// These are the same bar with vibrant, legible text, as a floating bar with rounded corners, a border and a shadow, as one whose
// glass bends the backdrop, as one sheet of half the width, as three islands, and as a sheet and islands of the whole width.
let others = try [
  bar.legibleScene, bar.floatingScene, bar.bentScene, bar.sheetScene, bar.islandsScene, bar.wideSheetScene,
  bar.wideIslandsScene,
].map { try LiveBar(showing: $0, of: bar, context) }
let (litScenes, lit) = (bar.litScenes, try LiveBar(showing: bar.litScenes[0], of: bar, context))

var live: [(wall: Double, cpu: Double)] = []
var verified: [(wall: Double, cpu: Double)] = []
var text: [(wall: Double, cpu: Double)] = []
var copies: [(wall: Double, cpu: Double)] = []
var kawases: [(wall: Double, cpu: Double)] = []
var uploads: [(wall: Double, cpu: Double)] = []

let picture = try Texture("region", region.size, .byte4, in: context)
let canvas = try Texture("surface", bar.glass.frame.size, .byte4, in: context)
let target = try RenderTarget([.init(canvas)], in: context)
let kawase = try DualKawase(picture, onto: target, PixelRect(bar.glass.frame.size), in: context)
let copy = ProgramSource(
  name: "copy",
  fragment: """
    uniform sampler2D source;
    out vec4 result;
    void main() { result = texelFetch(source, ivec2(gl_FragCoord.xy), 0); }
    """)

for round in 0..<rounds {
  try bar.show((round + 1) % 2, renderer.submitted(id), region) { frame in
    context.finish()
    live.append(
      try time {
        let told = try renderer.absorb(frame, damage: region, isTrial: false)
        precondition(told.hasMoved && told.validity[id] == 1, "\(told)")
        _ = try renderer.draw(id, scene)
        context.finish()
      })
  }
  try bar.show((round + 1) % 2, renderer.submitted(id), region) { frame in
    context.finish()
    verified.append(
      try time {
        let told = try renderer.absorb(frame, damage: region, isTrial: false)
        precondition(!told.hasMoved, "\(told)")
      })
    uploads.append(
      time {
        unsafe picture.upload(
          PixelRect(region.size), from: frame.bytes.baseAddress!, rowLength: frame.stride / 4)
        context.finish()
      })
  }
  for other in others { try other.timeFrame((round + 1) % 2, region) }
  try lit.timeDraw(litScenes[(round + 1) % 2])
  scene = round % 2 == 0 ? inked : bare
  text.append(
    try time {
      _ = try renderer.draw(id, scene)
      context.finish()
    })
  kawases.append(
    try time {
      try kawase.draw()
      context.finish()
    })
  copies.append(
    try time {
      let program = try context.use(copy)
      program.bind("source", picture, unit: 0)
      target.draw(PixelRect(canvas.size))
      context.finish()
    })
}

print(
  "\(bar.glass.frame.size.width) x \(bar.glass.frame.size.height), sigma \(material.blurRadius), captured \(region.width) x \(region.height), median of \(rounds)"
)
print("                                             wall ms   CPU ms")
let (frame, plain, dual) = (Cost(live), Cost(copies), Cost(kawases))
line("one-fetch copy of the surface", plain)
line("dual Kawase, 4 levels, onto the surface", dual)
line("upload of the capture (also part of a frame)", Cost(uploads))
line(
  "live frame", frame,
  "  \(ratio(frame.cpu / dual.cpu)) of dual Kawase (at most 0.45), \(ratio(frame.cpu / plain.cpu)) copies (at most 9)"
)
let (full, floating) = (Cost(others[0].frames), Cost(others[1].frames))
line(
  "live frame, legible, with vibrant text", full,
  "  \(ratio(full.cpu / frame.cpu)) of the frame without (at most 1.6)")
line("the same, floating with round corners", floating)
let bent = Cost(others[2].frames)
line("the same, with glass that bends", bent, part(bent, of: floating, "the floating bar", most: 1.3))
let (sheet, islands) = (Cost(others[3].frames), Cost(others[4].frames))
line("one sheet of half the width", sheet)
line(
  "the same, as three islands", islands, part(islands, of: sheet, "the sheet", most: 1.1))
let (wide, side) = (Cost(others[5].frames), Cost(others[6].frames))
line("one sheet of the whole width", wide)
line("the same, as three islands side by side", side, part(side, of: wide, "the sheet", most: 1.1))
line("verification, nothing moved", Cost(verified))
line("text alone, 80 x 24", Cost(text))
line("light of the hand on a button, 120 x 24", Cost(lit.draws))
let banners = try PlayedBanners(
  finish: { context.finish() }, { try GLESOutputRenderer(context, output: $0, rasterise: $1) })
banners.timeLayout(rounds)
try banners.time(max(1, rounds / 10))

try timeCPU(rounds, besides: dual)
ModelCosts().timeNotifications(max(1, rounds / 40))
ModelCosts().timeLayouts(max(1, rounds / 4))
