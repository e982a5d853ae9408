import Rendering
import RenderingCPU
import Scenes

/// Measures live frames of a bar, one after the other, and captures without any change if `verifying`.
@MainActor private func measure(_ bar: LiveBar, _ rounds: Int, verifying: Bool = false) throws {
  for round in 1...rounds {
    try bar.timeFrame(round % 2)
    if verifying { try bar.timeVerification(round % 2) }
  }
}

/// Prints the costs of frames that the CPU draws without GL, the first as a part of `dual` if that is given.
@MainActor func timeCPU(_ rounds: Int, besides dual: Cost?) throws {
  print("\nby the CPU, without GL                       wall ms   CPU ms")
  let backend = Backend(finish: {}, make: { try CPUOutputRenderer(output: $0, rasterise: $1) })
  let bar = PlayedBar()
  let bare = try LiveBar(bar, showing: bar.bareScene, by: backend)
  try measure(bare, rounds, verifying: true)
  let live = Cost(bare.frames)
  line("live frame", live, dual.map { "  \(ratio(live.cpu / $0.cpu)) of dual Kawase (at most 0.1)" } ?? "")
  show(
    forms: try bar.forms.map { scene in
      let form = try LiveBar(showing: scene, by: backend)
      try measure(form, rounds)
      return Cost(form.frames)
    })
  line("verification, nothing moved", Cost(bare.verifications))
  let lit = try LiveBar(showing: bar.litScenes[0], by: backend)
  for round in 0..<rounds {
    try bare.timeDraw(round % 2 == 0 ? bar.inkedScene : bar.bareScene)
    try lit.timeDraw(bar.litScenes[(round + 1) % 2])
  }
  line("text alone, 80 x 24", Cost(bare.draws))
  line("light of the hand on a button, 120 x 24", Cost(lit.draws))
  try PlayedBanners(backend).time(max(1, rounds / 10))
}
