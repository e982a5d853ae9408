import Geometry
import Scenes
import Settings
import TestSupport
import Testing
import VisualEffects

@testable import DesktopModel
@testable import ShellModel

@Suite struct PresentationTests {
  private static func preferences(
    _ scheme: SystemPreferences.ColourScheme = .noPreference, contrast: Bool = false, motion: Bool = false
  ) -> SystemPreferences {
    var preferences = SystemPreferences()
    preferences.colourScheme = scheme
    preferences.prefersHighContrast = contrast
    preferences.prefersReducedMotion = motion
    return preferences
  }

  @Test func `the accent is that of the settings, or of the desktop`() {
    var preferences = SystemPreferences()
    var settings = Settings()
    #expect(Presentation(settings, preferences).accent == nil && settings.followsDesktop)
    preferences.accentColour = [0.5, 0.25, 1]
    #expect(Presentation(settings, preferences).accent == [0.5, 0.25, 1])
    settings.accent = .colour([1, 0, 0, 0.5])
    #expect(Presentation(settings, preferences).accent == [1, 0, 0])
    settings.accent = .backdrop
    #expect(Presentation(settings, preferences).accent == nil)
    #expect(Presentation(settings, preferences, backdropAccent: [0, 1, 0]).accent == [0, 1, 0])
  }

  @Test(arguments: [
    (LayoutDirection.auto, "ar_EG.UTF-8", true), (.auto, "he_IL", true), (.auto, "de_DE.UTF-8", false),
    (.auto, "", false), (.auto, "C", false), (.auto, "ur_PK.UTF-8", true), (.auto, "sd_IN@devanagari", false),
    (.auto, "sd_IN", true), (.auto, "az_IR", true), (.auto, "az_AZ", false),
    (.auto, "pa_IN.UTF-8@arabic", true),
    (.auto, "uz_UZ@cyrillic", false), (.auto, "fa", true), (.auto, "ks_IN.UTF-8@devanagari", false),
    (.leftToRight, "ar_EG.UTF-8", false), (.rightToLeft, "de_DE", true),
  ])
  func `the language of the locale has a direction, which the settings override`(
    direction: LayoutDirection, locale: String, isRightToLeft: Bool
  ) {
    var settings = Settings()
    settings.direction = direction
    #expect(Presentation(settings, locale: locale).isRightToLeft == isRightToLeft)
    #expect(State(settings: settings, locale: locale).presentation.isRightToLeft == isRightToLeft)
  }

  @Test(arguments: [
    (["LANG": "de_DE"], "de_DE"), (["LANG": "de_DE", "LC_MESSAGES": "ar_EG"], "ar_EG"),
    (["LANG": "de_DE", "LC_MESSAGES": "ar_EG", "LC_ALL": "C"], "C"),
    (["LC_ALL": "", "LANG": "he_IL"], "he_IL"),
    ([:], ""),
  ])
  func `the locale of messages is the most particular one that is set`(
    variables: [String: String], locale: String
  ) {
    #expect(LayoutDirection.locale { variables[$0] } == locale)
  }

  @Test(
    arguments: [
      (.light, .dark, .light), (.dark, .light, .dark), (.system, .noPreference, .dark),
      (.system, .dark, .dark), (.system, .light, .light), (.backdrop, .light, .backdrop),
    ] as [(Appearance, SystemPreferences.ColourScheme, AdaptiveMaterial.Look)])
  func `the look is the user's choice, or the desktop's`(
    _ appearance: Appearance, _ scheme: SystemPreferences.ColourScheme, _ look: AdaptiveMaterial.Look
  ) {
    var settings = Settings()
    settings.appearance = appearance
    #expect(Presentation(settings, Self.preferences(scheme)).look == look)
  }

  @Test(
    arguments: [
      (.auto, false, false), (.auto, true, true), (.on, false, true), (.off, true, false),
    ] as [(AccessibilitySettings.Preference, Bool, Bool)])
  func `accessibility preferences are the user's, or the desktop's`(
    _ choice: AccessibilitySettings.Preference, _ desktop: Bool, _ isOn: Bool
  ) {
    var settings = Settings()
    settings.accessibility.reduceTransparency = choice
    settings.accessibility.increaseContrast = choice
    settings.accessibility.reduceMotion = choice
    let presentation = Presentation(settings, Self.preferences(contrast: desktop, motion: desktop))
    #expect(presentation.reducesTransparency == isOn)
    #expect(presentation.reducesMotion == isOn)
    #expect(presentation.legibility.contrast == (isOn ? 7 : 4.5))
    #expect(presentation.edge == (isOn ? .stroked : .lit))
    settings.accessibility.increaseContrast = .off
    let plain = Presentation(settings, Self.preferences(contrast: desktop, motion: desktop))
    #expect(plain.edge == (isOn ? .unlit : .lit))
  }

  @Test(arguments: [(0, 7), (4.5, 7), (9, 9)] as [(Double, Double)])
  func `increased contrast never lowers what was asked for`(_ contrast: Double, _ increased: Double) {
    var settings = Settings()
    settings.legibility.contrast = contrast
    settings.accessibility.increaseContrast = .off
    #expect(Presentation(settings).legibility.contrast == contrast)
    settings.accessibility.increaseContrast = .on
    #expect(Presentation(settings).legibility.contrast == increased)
  }

  @Test func `the desktop is asked only while something depends on it`() {
    var state = State()
    var settings = Settings()
    #expect(
      state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero)).contains(.followDesktop(true))
    )
    settings.bar.height = 40
    #expect(
      !state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero)).contains(
        .followDesktop(true)))
    settings.appearance = .backdrop
    settings.accessibility.reduceTransparency = .off
    settings.accessibility.increaseContrast = .off
    #expect(
      !state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero)).contains(
        .followDesktop(false)))
    settings.accessibility.reduceMotion = .on
    settings.accent = .colour([0, 0, 1, 1])
    #expect(
      state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero)).contains(
        .followDesktop(false)))
  }

  @Test func `only a preference that changes something is drawn`() {
    var state = State()
    var settings = Settings()
    settings.appearance = .dark
    _ = state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero))
    #expect(
      state.update(.systemPreferencesChanged(Self.preferences(.light)), now: Instant(sinceOrigin: .zero))
        == [])
    #expect(
      state.update(
        .systemPreferencesChanged(Self.preferences(.light, contrast: true)), now: Instant(sinceOrigin: .zero))
        == [.arrangeSurfaces, .redraw])
    #expect(state.presentation.reducesTransparency)
    settings.appearance = .system
    _ = state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero))
    #expect(state.presentation.look == .light)
  }
}
