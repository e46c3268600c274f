import { type FieldProblem, invalid, tooLarge } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import { isId } from '@parley/persistence';
import {
  isEmptyRichText,
  MAX_RICH_TEXT_BYTES,
  normalizeRichText,
  type RichText,
  toPlainText,
} from '@parley/rich-text';
import { isSafeUrl, type ElementReader, readList, textElement } from '../core';
import type { TemplatePatch, TemplateRow } from './template';

/** Most users, and most teams, that a template is shared with. */
export const MAX_SHARES = 200;
/** Most tags, ticket types, attachments and actions of a template. */
export const MAX_ELEMENTS = 100;
/** Longest tag, ticket type and type of an action, in characters. */
export const MAX_LABEL = 64;

/** A template as a request has it; null fields are named in `nulls`. */
export interface TemplateInput {
  title?: string | undefined;
  content?: unknown;
  isPublic?: boolean | undefined;
  users?: readonly unknown[] | undefined;
  teams?: readonly unknown[] | undefined;
  tags?: readonly unknown[] | undefined;
  ticketTypes?: readonly unknown[] | undefined;
  attachments?: readonly unknown[] | undefined;
  actions?: readonly unknown[] | undefined;
  lexorank?: string | undefined;
}

/** What every template has. */
const kept = ['title', 'content', 'lexorank'] as const;

const idElement: ElementReader<string> = (element) =>
  typeof element === 'string' && isId(element)
    ? { value: element }
    : { problem: 'must be an id of 24 hex digits' };

const actionElement: ElementReader<TemplateRow['actions'][number]> = (element) => {
  const { type, data } = (element ?? {}) as { type?: unknown; data?: unknown };
  if (typeof type !== 'string' || type === '' || type.length > MAX_LABEL)
    return { problem: `type must be a text of 1 to ${MAX_LABEL} characters` };
  return { value: { type, ...(data !== undefined && { data }) } };
};

/** Anything but a list, and no link that a browser would run. */
const attachmentElement: ElementReader<unknown> = (element) => {
  if (Array.isArray(element)) return { problem: 'must not be a list' };
  const { url } = (element ?? {}) as { url?: unknown };
  const isHarmless = url === undefined || url === null || (typeof url === 'string' && isSafeUrl(url));
  return isHarmless ? { value: element } : { problem: 'url must be an http or https address' };
};

const label = textElement(MAX_LABEL);
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

const readLists = (input: TemplateInput, problems: FieldProblem[]): TemplatePatch => {
  const { users, teams, tags, ticketTypes, attachments, actions } = input;
  const read = <T>(
    list: readonly unknown[],
    field: string,
    element: ElementReader<T>,
    max = MAX_ELEMENTS,
  ): T[] => readList(list, { field, max }, element, problems);
  return {
    ...(users && { userIds: unique(read(users, 'users', idElement, MAX_SHARES)) }),
    ...(teams && { teamIds: unique(read(teams, 'teams', idElement, MAX_SHARES)) }),
    ...(tags && { tags: unique(read(tags, 'tags', label)) }),
    ...(ticketTypes && { ticketTypes: unique(read(ticketTypes, 'ticketTypes', label)) }),
    ...(attachments && { attachments: read(attachments, 'attachments', attachmentElement) }),
    ...(actions && { actions: read(actions, 'actions', actionElement) }),
  };
};

/** Free JSON has the same bound as the content. */
const checkSize = ({ attachments, actions }: TemplatePatch): void => {
  for (const [field, list] of Object.entries({ attachments, actions })) {
    const bytes = jsonBytes(list ?? []);
    if (bytes > MAX_RICH_TEXT_BYTES)
      throw tooLarge(`${field} has ${bytes} bytes of JSON, at most ${MAX_RICH_TEXT_BYTES} are possible.`);
  }
};

const readContent = (content: unknown): { content: RichText; plainContent: string } => {
  const document = normalizeRichText(content, 'content');
  if (isEmptyRichText(document)) throw invalid({ field: 'content', message: 'must show something' });
  return { content: document, plainContent: toPlainText(document) };
};

const cleared = (nulls: readonly string[]): TemplatePatch => {
  const empty = { users: 'userIds', teams: 'teamIds', tags: 'tags', ticketTypes: 'ticketTypes' } as const;
  const free = { attachments: 'attachments', actions: 'actions' } as const;
  const names = Object.entries({ ...empty, ...free }).filter(([field]) => nulls.includes(field));
  return {
    ...Object.fromEntries(names.map(([, property]) => [property, []])),
    ...(nulls.includes('isPublic') && { isPublic: false }),
  };
};

/**
 * Reads a request's changes of a template.
 *
 * @throws DomainError `invalid` naming every wrong field; `tooLarge` beyond 204,800 bytes of JSON.
 */
export const readTemplate = (input: TemplateInput, nulls: readonly string[] = []): TemplatePatch => {
  const problems: FieldProblem[] = kept
    .filter((field) => nulls.includes(field))
    .map((field) => ({ field, message: 'cannot be cleared' }));
  const title = input.title?.trim();
  if (title === '') problems.push({ field: 'title', message: 'must not be blank' });
  const lists = readLists(input, problems);
  if (problems.length > 0) throw invalid(problems);
  checkSize(lists);
  const { content, isPublic, lexorank } = input;
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && content !== null && readContent(content)),
    ...(isPublic !== undefined && { isPublic }),
    ...(lexorank !== undefined && { lexorank }),
    ...lists,
    ...cleared(nulls),
  };
};
