import CPlatform
import Glibc

/// The catalogue of translations for the language of the user's locale.
public enum Catalogue {
  private static let domain = "hyaline"

  /// Sets the language of texts, which is English before, and the folder that contains `LANGUAGE/LC_MESSAGES/hyaline.mo`.
  ///
  /// Only the categories of messages and of times are set: the form of numbers in settings and protocols depends on another one. The
  /// corresponding C functions are `setlocale`, `bindtextdomain` and `bind_textdomain_codeset`.
  public static func open(folder: String) {
    for category in [LC_MESSAGES, LC_TIME] { _ = unsafe setlocale(category, "") }
    NumberForm.open()
    _ = unsafe bindtextdomain(domain, folder)
    _ = unsafe bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Returns the translation of a text, or the text itself if there is none.
  ///
  /// The corresponding C function is `dgettext`.
  static func translation(of key: String) -> String {
    // The translation of an empty text is the head of the catalogue.
    if key.isEmpty { return key }
    return unsafe key.withCString { unsafe String(cString: dgettext(domain, $0)) }
  }

  /// Returns the translation for a number of things; in English it is `one` or `many`.
  ///
  /// The corresponding C function is `dngettext`.
  static func translation(of one: String, _ many: String, for count: Int) -> String {
    unsafe one.withCString { one in
      unsafe many.withCString { many in
        unsafe String(cString: dngettext(domain, one, many, count.magnitude))
      }
    }
  }
}

/// Returns a phrase in the user's language.
///
/// `scripts/extract-words` finds the phrases of the sources by the calls of these functions, so that each is a literal.
public func localized(_ phrase: Phrase) -> String { phrase.text(Catalogue.translation(of: phrase.key)) }

/// Returns a phrase in the user's language, whose English text has another translation elsewhere.
///
/// `context` is a literal too, which tells translators the place where the phrase is shown.
public func localized(_ phrase: Phrase, context: String) -> String {
  let key = context + "\u{4}" + phrase.key
  let found = Catalogue.translation(of: key)
  return phrase.text(found == key ? phrase.key : found)
}

/// Returns a phrase with a number of things in the user's language; both phrases have the same values.
public func localized(_ one: Phrase, plural many: Phrase, count: Int) -> String {
  many.text(Catalogue.translation(of: one.key, many.key, for: count))
}

/// Returns a text that is no literal in the user's language, such as the default format of a tooltip.
public func localized(format: String) -> String { Catalogue.translation(of: format) }
