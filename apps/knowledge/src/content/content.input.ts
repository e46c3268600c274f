import { type FieldProblem, tooLarge } from '@parley/errors';
import { inThread, estimateSize } from '@parley/threads';
import { readLanguageTag, contentWork, documentWork } from '../texts';
import type { ContentFields, Format } from './content';

/** Most bytes of a text, or of a rich-text document in JSON. */
export const MAX_CONTENT_BYTES = 1_048_576;
const MAX_TAGS = 100;
const MAX_TAG = 64;
const RESERVED = ['batch', 'oldbatches', '.', '..'];

/** The raw fields of an entry, from either request. */
export type SentContent = Partial<Record<keyof ContentFields, unknown>>;

const characters = (text: string): number => Array.from(text).length;

const textProblem = (text: unknown, most: number): string | undefined => {
  if (typeof text !== 'string') return 'must be a text';
  if (text.trim() === '') return 'must not be blank';
  return characters(text) > most ? `must have at most ${most} characters` : undefined;
};

const urlProblem = (text: unknown): string | undefined => {
  const problem = textProblem(text, 2_048);
  if (problem !== undefined) return problem;
  const url = URL.canParse(text as string) ? new URL(text as string) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? undefined : 'must be an http or https address';
};

/** Checks a key of the caller's own. */
export const contentIdProblem = (id: string): string | undefined => {
  if (id === '' || characters(id) > 255) return 'must have 1 to 255 characters';
  return RESERVED.includes(id) ? `must not be ${RESERVED.join(', ')}` : undefined;
};

const readTags = (sent: unknown, problems: FieldProblem[]): string[] => {
  if (!Array.isArray(sent)) {
    problems.push({ field: 'tags', message: 'must be a list of texts' });
    return [];
  }
  if (sent.length > MAX_TAGS) problems.push({ field: 'tags', message: `takes at most ${MAX_TAGS} tags` });
  sent.forEach((tag, index) => {
    const problem = textProblem(tag, MAX_TAG);
    if (problem) problems.push({ field: `tags.${index}`, message: problem });
  });
  return [...new Set(sent as string[])];
};

const requireSize = (content: unknown): void => {
  const bytes = Buffer.byteLength(typeof content === 'string' ? content : JSON.stringify(content));
  if (bytes > MAX_CONTENT_BYTES)
    throw tooLarge(`content has ${bytes} bytes, at most ${MAX_CONTENT_BYTES} are possible.`);
};

/** Reads a text or a rich-text document with how it is read. */
const readBody = async (
  sent: unknown,
  sentFormat: Format | undefined,
  problems: FieldProblem[],
): Promise<Pick<ContentFields, 'content' | 'format'>> => {
  requireSize(sent);
  if (typeof sent === 'string') {
    const format = /^\ufeff?WEBVTT(?:\s|$)/.test(sent) ? 'vtt' : (sentFormat ?? 'text');
    const { content, sections } = await inThread(contentWork, sent.length, sent, format);
    if (!sections.some(({ text, heading = '' }) => `${text}${heading}`.trim() !== ''))
      problems.push({ field: 'content', message: 'must not be blank' });
    return { content, format };
  }
  if (typeof sent !== 'object' || sent === null) {
    problems.push({ field: 'content', message: 'must be a text or a rich-text document' });
    return { content: '', format: 'text' };
  }
  const { document, isEmpty } = await inThread(documentWork, estimateSize(sent), sent, MAX_CONTENT_BYTES);
  if (isEmpty) problems.push({ field: 'content', message: 'must not be blank' });
  requireSize(document);
  return { content: document, format: sentFormat ?? 'text' };
};

const optional =
  (sent: SentContent, problems: FieldProblem[]) =>
  (field: 'batchId' | 'readMoreLabel' | 'readMoreUrl', most: number): string | null => {
    const value = sent[field];
    if (value === undefined) return null;
    const problem = field === 'readMoreUrl' ? urlProblem(value) : textProblem(value, most);
    if (problem) problems.push({ field, message: problem });
    return value as string;
  };

/**
 * Reads a whole entry; missing fields are cleared.
 *
 * @throws DomainError `tooLarge` for a content that is.
 */
export const readContent = async (
  contentId: string,
  sent: SentContent,
  problems: FieldProblem[],
): Promise<ContentFields> => {
  const idProblem = contentIdProblem(contentId);
  if (idProblem) problems.push({ field: 'contentId', message: idProblem });
  for (const field of ['type', 'title', 'content'] as const)
    if (sent[field] === undefined) problems.push({ field, message: 'is required' });
  const titleProblem = sent.title === undefined ? undefined : textProblem(sent.title, 500);
  if (titleProblem) problems.push({ field: 'title', message: titleProblem });
  const lang = sent.lang === undefined ? undefined : readLanguageTag(String(sent.lang));
  if (sent.lang !== undefined && lang === undefined)
    problems.push({ field: 'lang', message: 'must be a language tag, such as de or pt-BR' });
  const read = optional(sent, problems);
  const body =
    sent.content === undefined
      ? { content: '', format: 'text' as const }
      : await readBody(sent.content, sent.format as Format | undefined, problems);
  return {
    contentId,
    type: sent.type as ContentFields['type'],
    title: sent.title as string,
    ...body,
    lang: lang ?? null,
    tags: sent.tags === undefined ? [] : readTags(sent.tags, problems),
    batchId: read('batchId', 255),
    readMoreUrl: read('readMoreUrl', 2_048),
    readMoreLabel: read('readMoreLabel', 120),
    isInternal: (sent.isInternal as boolean | undefined) ?? false,
  };
};
