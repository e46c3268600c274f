import { current, members, toName } from '../core';
import type { Node } from './rich';

/** A person who can be mentioned. */
interface Person {
  id: string;
  name: string;
}

/** Members, the longest name first: `@Ada Lovelace` is not `@Ada`. */
const listPeople = (): Person[] =>
  members.value
    .map((member) => ({ id: member.id, name: toName(member) }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length);

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The person named after the sign at a position. */
const personAt = (text: string, at: number, people: readonly Person[]): Person | undefined =>
  isLetter(text[at - 1])
    ? undefined
    : people.find(({ name }) => text.startsWith(name, at + 1) && !isLetter(text[at + 1 + name.length]));

const splitText = (node: Node, people: readonly Person[]): Node[] => {
  const { text = '', marks = [] } = node;
  if (marks.some(({ type }) => type === 'code')) return [node];
  const parts: Node[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = personAt(text, at, people);
    if (!person) continue;
    if (at > from) parts.push({ ...node, text: text.slice(from, at) });
    parts.push({ type: 'mention', attrs: { id: person.id, label: person.name } });
    from = at + 1 + person.name.length;
  }
  if (from < text.length) parts.push({ ...node, text: text.slice(from) });
  return parts;
};

const replaceIn = (node: Node, people: readonly Person[]): Node =>
  node.content && node.type !== 'codeBlock'
    ? {
        ...node,
        content: node.content.flatMap((child) =>
          child.type === 'text' ? splitText(child, people) : [replaceIn(child, people)],
        ),
      }
    : node;

/** Whether a text names a member after an `@`. */
export const hasMention = (text: string): boolean => {
  const people = listPeople();
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1))
    if (personAt(text, at, people)) return true;
  return false;
};

/** Rich text with a mention in place of each `@` and name of a member. */
export const markMentions = (rich: Node): Node => replaceIn(rich, listPeople());

/** Ids of the people that rich text mentions. */
export const findMentions = ({ type, attrs, content = [] }: Node): string[] => [
  ...(type === 'mention' ? [String(attrs?.['id'])] : []),
  ...content.flatMap(findMentions),
];

/** Members by a part of their name, without oneself. */
export const searchPeople = (typed: string): Person[] => {
  const words = typed.toLowerCase();
  const me = current().user.id;
  return listPeople()
    .filter(({ id, name }) => id !== me && name.toLowerCase().includes(words))
    .sort(
      (a, b) =>
        Number(b.name.toLowerCase().startsWith(words)) - Number(a.name.toLowerCase().startsWith(words)) ||
        a.name.localeCompare(b.name),
    );
};
