import { DomainError } from '@parley/errors';
import { defineWork, inThread } from '@parley/threads';
import { decodeText } from './charset';
import { withWindowsSigns } from './clean-text';
import { unflow } from './flowed';
import { takeUuencoded, type TextFile } from './uuencode';

/** The bytes of a text of the body, and what its headers say of them. */
export interface TextSource {
  content: Uint8Array;
  charset: string | undefined;
  isHtml: boolean;
  isFlowed: boolean;
  deletesSpace: boolean;
}

/** A text of the body, and the files that stood in it. */
export interface DecodedText {
  text: string;
  files: TextFile[];
}

const decode = ({ content, charset, isHtml, isFlowed, deletesSpace }: TextSource): DecodedText => {
  const text = withWindowsSigns(decodeText(content, charset, isHtml));
  if (isHtml) return { text, files: [] };
  return takeUuencoded(isFlowed ? unflow(text, deletesSpace) : text);
};

const decodeWork = defineWork('inbound-mail.decode', (sources: TextSource[]) => sources.map(decode));

const restoreWork = defineWork('inbound-mail.line-ends', (content: Uint8Array, lineEnd: string): Uint8Array =>
  Buffer.from(Buffer.from(content).toString('latin1').replaceAll(/\r?\n/g, lineEnd), 'latin1'),
);

const otherwise =
  <T>(plain: () => T) =>
  (error: unknown): T => {
    if (error instanceof DomainError && error.kind === 'tooLarge') return plain();
    throw error;
  };

/** Decodes the texts of a body; long ones in a thread, and as they are when that takes too long. */
export const decodeTexts = (sources: TextSource[]): Promise<DecodedText[]> => {
  const size = sources.reduce((sum, { content }) => sum + content.length, 0);
  const asTheyAre = (): DecodedText[] =>
    sources.map(({ content }) => ({ text: new TextDecoder().decode(content), files: [] }));
  return inThread(decodeWork, size, sources).catch(otherwise(asTheyAre));
};

/** The content of a file with the line ends that it was sent with. */
export const restoreLineEnds = (content: Uint8Array, lineEnd: string): Promise<Uint8Array> =>
  inThread(restoreWork, content.length, content, lineEnd).catch(otherwise(() => content));
