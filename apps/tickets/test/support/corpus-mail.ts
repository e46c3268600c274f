/** A mail of the world, and what becomes of it. */
export interface CorpusMail {
  name: string;
  mime: Buffer;
  /** Text of the comment. */
  text: string;
  /** Something that was quoted, and is in the comment no more. */
  quoted?: string;
  /** What else the message or ticket has. */
  title?: string;
}

const crlf = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

/** A mail of lines, in the encoding of its bytes. */
export const mail = (
  name: string,
  source: string,
  expected: Omit<CorpusMail, 'name' | 'mime'>,
): CorpusMail => ({
  name,
  mime: Buffer.from(crlf(source.replace(/^\n/, '')), 'latin1'),
  ...expected,
});

/** Text in UTF-8 among lines whose every character is a byte. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
