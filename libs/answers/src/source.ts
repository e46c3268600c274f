/** A text that an answer may be made of. The caller has made sure that whoever asks may read it. */
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
  /** How the company that answers wants to be spoken for: shapes what a model writes. */
  instructions?: string;
  /** What was said before, oldest first: material, from which nothing is answered. */
  conversation?: readonly Earlier[];
}
