import Geometry
import Glibc
import Rendering
import RenderingGLES
import Scenes
import VisualEffects

// Measures live frames of a bar and, with the same GL, other blurs for comparison.

/// The duration of a run and the time that the CPU spent on it, in milliseconds.
typealias Run = (wall: Double, cpu: Double)

/// Medians of many runs, in milliseconds.
struct Cost {
  var wall: Double
  var cpu: Double

  init(_ runs: [Run]) {
    wall = runs.map(\.wall).sorted()[runs.count / 2]
    cpu = runs.map(\.cpu).sorted()[runs.count / 2]
  }
}

func milliseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func time(_ body: () throws -> Void) rethrows -> Run {
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
// A profiler measures one part alone: notifications, layouts, the CPU's renderer, or the live frame by OpenGL ES.
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
let backend = Backend(
  finish: { context.finish() }, make: { try GLESOutputRenderer(context, output: $0, rasterise: $1) })

let bar = PlayedBar()
let bare = try LiveBar(bar, showing: bar.bareScene, by: backend)
if CommandLine.arguments.contains("bare") {
  for round in 1...rounds { try bare.timeFrame(round % 2) }
  line("live frame", Cost(bare.frames))
  exit(0)
}
let forms = try bar.forms.map { try LiveBar(showing: $0, by: backend) }
let lit = try LiveBar(showing: bar.litScenes[0], by: backend)
let region = bare.region

var copies: [Run] = []
var kawases: [Run] = []
var uploads: [Run] = []

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

for round in 1...rounds {
  try bare.timeFrame(round % 2)
  try bare.timeVerification(round % 2)
  try bare.show(round % 2) { frame in
    uploads.append(
      time {
        unsafe picture.upload(
          PixelRect(region.size), from: frame.bytes.baseAddress!, rowLength: frame.stride / 4)
        context.finish()
      })
  }
  for form in forms { try form.timeFrame(round % 2) }
  try lit.timeDraw(bar.litScenes[round % 2])
  try bare.timeDraw(round % 2 == 1 ? bar.inkedScene : bar.bareScene)
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

let (glass, blur) = (bar.glass.frame.size, bar.glass.panes[0].material.blurRadius)
print(
  "\(glass.width) x \(glass.height), sigma \(blur), captured \(region.width) x \(region.height), median of \(rounds)"
)
print("                                             wall ms   CPU ms")
let (frame, plain, dual) = (Cost(bare.frames), Cost(copies), Cost(kawases))
line("one-fetch copy of the surface", plain)
line("dual Kawase, 4 levels, onto the surface", dual)
line("upload of the capture (also part of a frame)", Cost(uploads))
line(
  "live frame", frame,
  "  \(ratio(frame.cpu / dual.cpu)) of dual Kawase (at most 0.45), \(ratio(frame.cpu / plain.cpu)) copies (at most 9)"
)
let costs = forms.map { Cost($0.frames) }
show(forms: costs, "  \(ratio(costs[0].cpu / frame.cpu)) of the frame without (at most 1.6)")
line("verification, nothing moved", Cost(bare.verifications))
line("text alone, 80 x 24", Cost(bare.draws))
line("light of the hand on a button, 120 x 24", Cost(lit.draws))
let banners = try PlayedBanners(backend)
banners.timeLayout(rounds)
try banners.time(max(1, rounds / 10))

try timeCPU(rounds, besides: dual)
ModelCosts().timeNotifications(max(1, rounds / 40))
ModelCosts().timeLayouts(max(1, rounds / 4))
