import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { takeInTurns } from '@parley/timing';

/** The part of a generated message type that reads. */
export interface Decoder {
  decode(input: Uint8Array): unknown;
}

/** Bytes from which on a message is decoded in turns. */
export const LARGE_BYTES = 1024 * 1024;
/** Bytes of a list that are decoded in one step. */
const STEP_BYTES = 128 * 1024;
/** Elements from which on a list is decoded in steps. */
const LONG = 50;

/**
 * Decodes a large message, in stretches between which other work has its turn. In Protocol Buffers a part of a message that ends
 * between two fields is a message too: long lists are read in parts, the rest at once. A field that is no list comes once, as
 * every generated encoder writes it.
 */
export const decodeInTurns = (type: Decoder, bytes: Uint8Array): Promise<unknown> =>
  takeInTurns(decodeInSteps(type, bytes));

function* decodeInSteps(type: Decoder, bytes: Uint8Array): Generator<void, unknown> {
  const { rest, steps } = cut(bytes);
  const message = type.decode(rest) as Record<string, unknown>;
  for (const step of steps) {
    yield;
    append(message, type.decode(step) as Record<string, unknown>);
  }
  return message;
}

/** Appends the elements of lists and maps that a part of the message has. */
const append = (message: Record<string, unknown>, part: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(part)) {
    if (Array.isArray(value)) for (const element of value) (message[name] as unknown[]).push(element);
    else if (typeof value === 'object') Object.assign(message[name] as object, value);
  }
};

/** Cuts a message into steps of its long lists, in order, and the bytes of all its other fields. */
const cut = (bytes: Uint8Array): { rest: Uint8Array; steps: Uint8Array[] } => {
  const fields = findFields(bytes);
  const counts = new Map<number, number>();
  for (const { number } of fields) counts.set(number, (counts.get(number) ?? 0) + 1);
  const isLong = ({ number, hasLength }: Field): boolean => hasLength && counts.get(number)! >= LONG;
  const steps: Uint8Array[] = [];
  let start = 0;
  fields.forEach((field, index) => {
    const next = fields[index + 1];
    if (!isLong(field)) start = field.end;
    else if (!next || next.number !== field.number || field.end - start >= STEP_BYTES) {
      steps.push(bytes.subarray(start, field.end));
      start = field.end;
    }
  });
  const rest = fields
    .filter((field) => !isLong(field))
    .map(({ start: from, end }) => bytes.subarray(from, end));
  return { rest: Buffer.concat(rest), steps };
};

interface Field {
  number: number;
  /** Whether it is a text, bytes, a message, or an entry of a map: more than one of them is a list. */
  hasLength: boolean;
  start: number;
  end: number;
}

const findFields = (bytes: Uint8Array): Field[] => {
  const reader = new BinaryReader(bytes);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [number, type] = reader.tag();
    reader.skip(type, number);
    fields.push({ number, hasLength: type === WireType.LengthDelimited, start, end: reader.pos });
  }
  return fields;
};
