import { takeInTurns } from '@parley/timing';

/** The part of a generated message type that writes. */
export interface Encoder {
  encode(message: never): { finish(): Uint8Array };
  fromPartial(object: never): unknown;
}

/** Encodes a request at once. */
export const encode = ({ encode: write, fromPartial }: Encoder, message: unknown): Buffer => {
  const bytes = write(fromPartial(message as never) as never).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** Elements of a list from which on a request is encoded in turns. */
const LONG = 50;
/** Elements that are encoded in one step. */
const TOGETHER = 5;

/** Whether a request has a long list of messages, such as an import. */
export const isLong = (type: Encoder, message: unknown): message is object =>
  typeof message === 'object' && message !== null && findLong(type, message).length > 0;

/** The names of long lists. A `ListValue` is an array too, but one field: parts of it would replace each other. */
const findLong = ({ fromPartial }: Encoder, message: object): string[] => {
  const long = Object.entries(message).filter(([, value]) => isLongList(value));
  if (long.length === 0) return [];
  const empty = fromPartial({} as never) as Record<string, unknown>;
  return long.flatMap(([name]) => (Array.isArray(empty[name]) ? name : []));
};

const isLongList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length >= LONG && typeof value[0] === 'object';

/**
 * Encodes a request with long lists, in stretches between which other work has its turn. In Protocol Buffers the encoding of a
 * message is the concatenation of the encodings of its parts.
 */
export const encodeInTurns = async (type: Encoder, message: object): Promise<Buffer> =>
  Buffer.concat(await takeInTurns(encodeInSteps(type, message)));

function* encodeInSteps(type: Encoder, message: object): Generator<void, Uint8Array[]> {
  const names = findLong(type, message);
  const parts = [
    encode(type, Object.fromEntries(Object.entries(message).filter(([name]) => !names.includes(name)))),
  ];
  for (const name of names) {
    const list = (message as Record<string, readonly object[]>)[name]!;
    for (let start = 0; start < list.length; start += TOGETHER) {
      yield;
      parts.push(encode(type, { [name]: list.slice(start, start + TOGETHER) }));
    }
  }
  return parts;
}
