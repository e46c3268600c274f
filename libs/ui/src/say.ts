/** Texts in the language of the page. */
export type Say = (key: 'close' | 'picture.open', values?: Record<string, string | number>) => string;
