/** Name of the file that holds the widget, put in by the build. */
declare const MAIN_FILE: string;

/** Styles come as text. */
declare module '*.css' {
  const text: string;
  export = text;
}
