/** A text of a mail on one line, without control characters, at most so many characters. */
export const oneLine = (text: string, most: number): string =>
  [...text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')].slice(0, most).join('').trim();

/** A text of a mail with its lines, without other control characters and what the database does not take. */
export const cleanLines = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
