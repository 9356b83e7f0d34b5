const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Matches characters that XML 1.0 forbids even as references, and that have no meaning in HTML. Titles may contain them.
const forbidden = /[^\t\n\r\u0020-\u007E\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Returns a text for the content or a quoted attribute of an HTML or XML element. */
export const escapeMarkup = (text: string): string =>
  removeForbidden(text).replaceAll(/[&<>"']/g, (character) => references[character] ?? character);

/** Returns a text without the characters that XML forbids. */
export const removeForbidden = (text: string): string => text.replaceAll(forbidden, '');

/** Returns a text in one line, without the characters that XML forbids. */
export const toLine = (text: string): string => removeForbidden(text).replaceAll(/\s+/gu, ' ').trim();

/** Returns whether mail programs and notifications may turn a name into a link. */
export const mayBecomeLink = (name: string): boolean => /\.[\p{L}\d]/u.test(name);
