/** A text in the languages that are built in. */
export interface BuiltInText {
  en: string;
  de: string;
}
