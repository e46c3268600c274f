declare module 'email-reply-parser' {
  /** A run of lines that belong together. */
  interface Fragment {
    isQuoted(): boolean;
    isSignature(): boolean;
    getContent(): string;
  }

  /** The part of it that is used. */
  class EmailReplyParser {
    read(text: string): { getFragments(): Fragment[] };
  }
  export = EmailReplyParser;
}
