import { isObject } from '@parley/json';
import { parse } from 'yaml';

/** Metadata of a page, which are before its text. */
export interface FrontMatter {
  title?: string;
  description?: string;
  /** Position among its siblings. */
  order?: number;
  language?: string;
  isDraft?: boolean;
  tags: string[];
  /** Former addresses. */
  aliases: string[];
  slug?: string;
}

/** A page in its two parts. */
export interface SplitPage {
  front: FrontMatter;
  body: string;
  /** Whether there is something at its head that cannot be read. */
  isUnreadable: boolean;
}

/** Most characters of the part before the text. */
const MAX_FRONT = 20_000;

const none: SplitPage = { front: { tags: [], aliases: [] }, body: '', isUnreadable: false };

/** Splits a page into its metadata (YAML between lines of `---`) and its text. */
export const splitFrontMatter = (text: string): SplitPage => {
  const start = /^---[ \t]*\r?\n/.exec(text)?.[0].length;
  if (start === undefined) return { ...none, body: text };
  const end = text.slice(start - 1, start + MAX_FRONT).search(/\n---[ \t]*(?:\r?\n|$)/);
  if (end < 0) return { ...none, body: text };
  const rest = text.slice(start + end);
  const body = rest.includes('\n') ? rest.slice(rest.indexOf('\n') + 1) : '';
  const front = readFrontMatter(text.slice(start, start + Math.max(end - 1, 0)));
  return front ? { front, body, isUnreadable: false } : { ...none, body, isUnreadable: true };
};

/** Reads YAML, or JSON, about a page; undefined when it is neither. */
export const readFrontMatter = (yaml: string): FrontMatter | undefined => {
  let value: unknown;
  try {
    value = parse(yaml, { maxAliasCount: 0, logLevel: 'error' });
  } catch {
    return undefined;
  }
  if (value === null) return none.front;
  return isObject(value) ? toFrontMatter(value) : undefined;
};

const toText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
};

const toTexts = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return list.flatMap((one) => toText(one) ?? []);
};

const toOrder = (values: unknown[]): number | undefined =>
  values
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map(Number)
    .find(Number.isFinite);

const toDraft = ({ draft, published }: Record<string, unknown>): boolean | undefined => {
  if (typeof draft === 'boolean') return draft;
  return typeof published === 'boolean' ? !published : undefined;
};

const toFrontMatter = (value: Record<string, unknown>): FrontMatter => {
  const { position, sidebar_position: sidebar, nav_order: nav, weight, order } = value;
  const title = toText(value['title']) ?? toText(value['label']) ?? toText(value['sidebar_label']);
  const description = toText(value['description']);
  const place = toOrder([sidebar, position, nav, weight, order]);
  const language = toText(value['lang']) ?? toText(value['language']) ?? toText(value['locale']);
  const isDraft = toDraft(value);
  const slug = toText(value['slug']) ?? toText(value['permalink']);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(place !== undefined && { order: place }),
    ...(language !== undefined && { language }),
    ...(isDraft !== undefined && { isDraft }),
    ...(slug !== undefined && { slug }),
    tags: [...toTexts(value['tags']), ...toTexts(value['keywords'])],
    aliases: [...toTexts(value['aliases']), ...toTexts(value['redirect_from'])],
  };
};
