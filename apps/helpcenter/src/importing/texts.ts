/** Whether a text is the code of a language: `de`, `de-AT`. */
export const isLanguageCode = (text: string): boolean => /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i.test(text);

/** A text of a source as a title or description that can be stored. */
export const cleanText = (text: string, most: number): string =>
  text.replaceAll('\0', '').trim().slice(0, most).toWellFormed();
