import Gallery
import Geometry
import GlassModel
import Pictures
import Rendering
import Scenes
import Settings
import TextProcessing
import Typography
import VisualEffects

/// Draws and measures the specimens of a gallery, and its page.
struct GalleryPrinter {
  let preview: any GlassPreviewing
  let engine: TextEngine
  let legibility: Legibility
  let scale: Double
  let family: String

  /// The specimens that were drawn and measured over one backdrop.
  struct Section {
    var path: String
    var specimens: [MeasuredSpecimen]
  }

  struct MeasuredSpecimen {
    var entry: MaterialEntry
    var picture: Bitmap
    var contrasts: [(style: VibrancyEffect.Style, measurement: ContrastMeasurement)]
  }

  func section(_ path: String, _ picture: Bitmap) throws -> Section {
    var section = Section(path: path, specimens: [])
    for entry in [false, true].flatMap(MaterialEntry.all) {
      section.specimens.append(try specimen(entry, over: picture))
    }
    return section
  }

  private func specimen(_ entry: MaterialEntry, over picture: Bitmap) throws -> MeasuredSpecimen {
    let specimen = Specimen(material: entry.material, legibility: legibility, scale: scale, family: family)
    let backdrop = picture.placed(.fill, on: specimen.pixels)
    func draw(_ scene: Scene) throws -> Bitmap {
      try preview.picture(of: scene, over: backdrop, scale: scale)
    }
    let scene = specimen.scene(measurer: engine)
    let shown = try draw(scene)
    let material = try draw(scene.withoutInk)
    let bare = try draw(specimen.bareScene(measurer: engine))
    let contrasts = specimen.samples(measurer: engine).compactMap { style, sample in
      var coverage = InkCoverage(sample.size)
      for node in sample.nodes { coverage.add(node, countingFills: true) { engine.rasterise($0) } }
      return ContrastMeasurement(
        of: shown, coverage: coverage.bytes, material: style == .separator ? bare : material
      ).map { (style: style, measurement: $0) }
    }
    let figures = Dictionary(
      uniqueKeysWithValues: contrasts.map { ($0.style, Self.figure($0.measurement.worst)) })
    return MeasuredSpecimen(
      entry: entry, picture: try draw(specimen.scene(figures: figures, measurer: engine)),
      contrasts: contrasts)
  }

  /// A contrast with two digits after the point, never rounded up: 4.499 is not 4.5.
  static func figure(_ contrast: Double) -> String {
    let hundredths = Int(contrast * 100)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

// MARK: - Page

extension GalleryPrinter {
  func page(_ sections: [Section]) throws -> Bitmap {
    let sheet = ContactSheet(
      title: "Hyaline materials", subtitle: subtitle, sections: sections.map(sheetSection), scale: scale,
      family: family)
    let scene = sheet.scene(measurer: engine)
    return try preview.picture(of: scene, over: .plain(scene.size, ContactSheet.paper), scale: scale)
  }

  private var subtitle: String {
    let what =
      "The worst contrast of every vibrancy on every material, measured on the pixels as WCAG 2 has it."
    guard legibility.contrast > 0 else { return what + " Nothing is guaranteed: the pure materials." }
    let faint = min(legibility.contrast, Legibility.faintContrast)
    return what
      + " Guaranteed: \(Self.short(legibility.contrast)) for label and secondary label, on fills too; \(Self.short(faint)) for tertiary and quaternary."
  }

  /// The worst contrast of the inks with the full guarantee; nil if there are none.
  private static func worst(_ specimens: [MeasuredSpecimen]) -> Double? {
    specimens.flatMap(\.contrasts)
      .filter { ![.tertiaryLabel, .quaternaryLabel, .separator].contains($0.style) }
      .map(\.measurement.worst).min()
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private func sheetSection(_ section: Section) -> ContactSheet.Section {
    let groups = [false, true].map { isDark in
      section.specimens.filter { $0.entry.material.isDark == isDark }.map(tile)
    }
    let worst = Self.worst(section.specimens)
    let name = section.path.split(separator: "/").last.map(String.init) ?? section.path
    return ContactSheet.Section(
      title: name, detail: worst.map { "worst \(Self.figure($0)) : 1" } ?? "",
      groups: groups)
  }

  private func tile(_ specimen: MeasuredSpecimen) -> ContactSheet.Tile {
    let names = specimen.entry.styles.map(\.rawValue)
    let worst = Self.worst([specimen])
    let radius = Self.short(specimen.entry.material.blurRadius)
    let others = names.dropFirst().filter { !$0.hasPrefix(names[0]) }
    return ContactSheet.Tile(
      picture: specimen.picture, title: names[0],
      detail: "\(specimen.entry.material.isDark ? "Dark" : "Light") · blur \(radius) pt"
        + (others.isEmpty ? "" : " · also \(others.joined(separator: ", "))"),
      figure: worst.map { Self.figure($0) + " : 1" } ?? "")
  }
}

// MARK: - Report

extension GalleryPrinter {
  /// The measurements of every style by its own name, in every appearance that it has.
  func report(_ sections: [Section]) -> JSONValue {
    [
      "contrast": .number(legibility.contrast), "scale": .number(scale),
      "backdrops": .array(
        sections.map { section in
          ["path": .string(section.path), "cells": .array(section.specimens.flatMap(cells))]
        }),
    ]
  }

  private func cells(_ specimen: MeasuredSpecimen) -> [JSONValue] {
    let material = specimen.entry.material
    return specimen.entry.styles.flatMap { style in
      specimen.contrasts.map { vibrancy, measurement in
        var cell = measurement.json
        cell["style"] = .string(style.rawValue)
        cell["appearance"] = material.isDark ? "dark" : "light"
        cell["material"] = .string(material.name)
        cell["vibrancy"] = .string(vibrancy.rawValue)
        cell["promised"] = .number(promised(vibrancy))
        return .object(cell)
      }
    }
  }

  /// The contrast that is guaranteed: text on a fill is a label, and a separator has no guarantee.
  private func promised(_ style: VibrancyEffect.Style) -> Double {
    switch style {
    case .separator: 0
    case .fill, .secondaryFill, .tertiaryFill: legibility.contrast
    default: legibility.contrast(of: style) ?? 0
    }
  }
}

extension ContrastMeasurement {
  /// The measurement in the form of reports; `x` and `y` are in pixels of the measured picture.
  var json: [String: JSONValue] {
    [
      "worstContrast": .number(worst), "x": JSONValue(x), "y": JSONValue(y), "ink": .string(hexadecimal(ink)),
      "beside": .string(hexadecimal(material)), "inkPixels": JSONValue(inkPixels),
    ]
  }

  private func hexadecimal(_ colour: SIMD3<UInt8>) -> String {
    "#"
      + (0..<3).map { channel in
        let digits = String(colour[channel], radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
