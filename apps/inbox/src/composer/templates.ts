import type { Attachment, MessageAction, MessageTemplate } from '@parley/client';
import { signal } from '@preact/signals';
import { current, tellFailure, findTicket } from '../core';
import { type Node, readWords } from './rich';

/** A template, and its words to search in. */
export interface Template {
  id: string;
  title: string;
  /** Its first words. */
  snippet: string;
  content: Node;
  actions: readonly MessageAction[];
  attachments: readonly Attachment[];
  words: string;
}

const MOST = 1000;
/** Characters of a text that are searched. */
const SEARCHED = 2_000;
const SNIPPET = 120;
const FRESH_MS = 60_000;

/** The templates for a type of ticket; undefined until they were read. */
export const templates = signal<readonly Template[] | undefined>(undefined);
let read = { type: '', at: 0 };

const isAttachment = (value: unknown): value is Attachment => {
  const { name, url } = (value ?? {}) as Partial<Attachment>;
  return typeof name === 'string' && typeof url === 'string';
};

const prepare = ({ id, title, content, actions, attachments }: MessageTemplate): Template => {
  const rich = (content ?? { type: 'doc' }) as Node;
  const words = readWords(rich).slice(0, SEARCHED);
  return {
    id,
    title,
    snippet: words.slice(0, SNIPPET),
    content: rich,
    actions,
    attachments: attachments.filter(isAttachment),
    words: words.toLowerCase(),
  };
};

/** Reads the templates that fit a ticket, unless they were read a moment ago. */
export const readTemplates = (ticketId: string): void => {
  const type = findTicket(ticketId).peek()?.type ?? '';
  if (read.type === type && Date.now() - read.at < FRESH_MS) return;
  read = { type, at: Date.now() };
  current()
    .parley.messageTemplates.list({ forUsage: true, limit: MOST, ...(type !== '' && { ticketType: type }) })
    .then((found) => void (templates.value = (found as MessageTemplate[]).map(prepare)))
    .catch((error: unknown) => {
      read = { type: '', at: 0 };
      tellFailure(error);
    });
};

/** Templates that have the words: those with them in the title come first. */
export const searchTemplates = (typed: string): readonly Template[] => {
  const wanted = typed.toLowerCase();
  const rank = ({ title, words }: Template): number => {
    const at = title.toLowerCase().indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : words.includes(wanted) ? 2 : 3;
  };
  return (templates.value ?? [])
    .map((template) => ({ template, rank: rank(template) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ template }) => template);
};
