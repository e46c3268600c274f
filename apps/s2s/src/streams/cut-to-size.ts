import { isObject, jsonBytes } from '@parley/json';
/** Most bytes of an event's data as JSON (docs/rules/s2s.md). */
const MAX_BYTES = 32_768;

/** Members that hold the texts of a message. */
const TEXTS = ['content', 'markdown', 'plainText', 'comment', 'plainContent', 'data', 'attachments'];

const without = (value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const onlyIds = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name === 'id' || name === '_id'));

/**
 * The data of an event, within 32,768 bytes: larger ones leave out the message's texts, or the fields of the ticket or
 * conversation, and say `truncated: true`. Ids stay.
 */
export const cutToSize = (name: string, data: object): object => {
  if (jsonBytes(data) <= MAX_BYTES) return data;
  const cut = (names: readonly string[] | undefined): object => ({
    ...Object.fromEntries(
      Object.entries(data).map(([member, value]) => [
        member,
        isObject(value) ? (names ? without(value, names) : onlyIds(value)) : value,
      ]),
    ),
    truncated: true,
  });
  const withoutTexts = name.startsWith('message.') ? cut(TEXTS) : undefined;
  return withoutTexts && jsonBytes(withoutTexts) <= MAX_BYTES ? withoutTexts : cut(undefined);
};
