/** The characters of bytes 0x80 to 0x9f in windows-1252; undefined ones stay. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/**
 * A text with the signs of windows-1252 where it has control characters of ISO 8859-1. Mails mean those signs, whichever of
 * the two they name, and some versions of Node.js do not decode them.
 */
export const withWindowsSigns = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));

/** A text of a mail on one line, without control characters, at most so many characters. */
export const oneLine = (text: string, most: number): string =>
  [...withWindowsSigns(text.toWellFormed()).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')]
    .slice(0, most)
    .join('')
    .trim();

/** A text of a mail with its lines, without other control characters and characters that the database refuses. */
export const cleanLines = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');

/** A text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text without characters that change the direction of others, so that a name ends as it seems to. */
export const dropControls = (text: string): string =>
  text
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '');
