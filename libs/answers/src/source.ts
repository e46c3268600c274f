/** A text that an answer may use. The caller has checked that the reader may see it. */
export interface Source {
  id: string;
  title: string;
  /** Plain text. */
  text: string;
  /** Where it is read: an answer may name it. */
  url?: string;
  /** Language of its words; that of the question unless it is said. */
  language?: string;
}

/** Something that was said before a question. */
export interface Earlier {
  by: 'reader' | 'company';
  text: string;
}

/** A question with the language that it is in. */
export interface Question {
  text: string;
  language: string;
  /** The company's wishes for the style of answers. */
  instructions?: string;
  /** The earlier conversation, oldest first: context only, never a source of answers. */
  conversation?: readonly Earlier[];
}
