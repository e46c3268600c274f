/** A text that an answer may be made of. The caller has made sure that whoever asks may read it. */
export interface Source {
  id: string;
  title: string;
  /** Plain text. */
  text: string;
}

/** A question with the language that it and the sources are in. */
export interface Question {
  text: string;
  language: string;
}
