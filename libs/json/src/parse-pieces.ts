import { randomUUID } from 'node:crypto';
import type { JsonList } from './json-shape';

/**
 * Parses JSON text piece by piece, one a step; `lists` are those that a survey of it found. The result is that of `JSON.parse`.
 *
 * @throws SyntaxError
 */
export function* parseJsonInSteps(bytes: Buffer, lists: readonly JsonList[]): Generator<void, unknown> {
  const parts: string[] = [];
  let end = 0;
  for (const [index, { from, to }] of lists.entries()) {
    parts.push(bytes.toString('utf8', end, from), JSON.stringify(standIn(index)));
    end = to;
  }
  parts.push(bytes.toString('utf8', end));
  const text = parts.join('');
  const outline: unknown = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  for (const [index, list] of lists.entries()) {
    const elements = yield* parseList(bytes, list);
    const member = Object.getOwnPropertyDescriptor(outline, list.name);
    // Of several members with one name the last one counts.
    if (Array.isArray(member?.value) && member.value[0] === standIn(index))
      Object.defineProperty(outline, list.name, { ...member, value: elements });
  }
  return outline;
}

const BYTE_ORDER_MARK = 0xfeff;

const MARK = randomUUID();

/** Replaces the elements of a list until they are parsed. No sender can know it. */
const standIn = (index: number): string => `${MARK} ${index}`;

function* parseList(bytes: Buffer, { from, to, cuts }: JsonList): Generator<void, unknown[]> {
  const elements: unknown[] = [];
  let start = from;
  for (const end of [...cuts, to]) {
    const piece = JSON.parse(`[${bytes.toString('utf8', start, end)}]`) as unknown[];
    if (piece.length === 0 && cuts.length > 0) throw new SyntaxError('An element is missing between commas');
    for (const element of piece) elements.push(element);
    start = end + 1;
    yield;
  }
  return elements;
}
