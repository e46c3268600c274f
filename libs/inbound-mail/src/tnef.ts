import { decodeText } from './charset';

/** A file of a winmail.dat. */
export interface TnefFile {
  name: string;
  type: string;
  contentId: string | undefined;
  content: Uint8Array;
}

/** The content of a winmail.dat: its files, and its body where it has one that can be read. */
export interface Tnef {
  files: TnefFile[];
  html: string | undefined;
  text: string | undefined;
}

const SIGNATURE = 0x223e9f78;
/** Identifiers of attributes (MS-OXTNEF). */
const ATTRIBUTE = {
  body: 0x800c,
  data: 0x800f,
  title: 0x8010,
  begin: 0x9002,
  message: 0x9003,
  attachment: 0x9005,
  codepage: 0x9007,
};
/** Identifiers of properties (MS-OXPROPS). */
const PROPERTY = {
  body: 0x1000,
  html: 0x1013,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  type: 0x370e,
  contentId: 0x3712,
};
const [UNICODE, OBJECT] = [0x1f, 0x0d];
const VARIABLE: ReadonlySet<number> = new Set([0x1e, UNICODE, OBJECT, 0x102]);
/** Bytes of the values of other types. */
const SIZES: Readonly<Record<number, number>> = { 0x05: 8, 0x06: 8, 0x07: 8, 0x14: 8, 0x40: 8, 0x48: 16 };
/** Bytes before the content of an object: the identifier of its class. */
const OBJECT_ID = 16;

const MAX_FILES = 200;
const MAX_VALUES = 100_000;
/** Mails within mails that are read. */
const MAX_DEPTH = 3;

interface Property {
  type: number;
  value: Buffer;
}

const padded = (length: number): number => (length + 3) & ~3;

/** Reads properties until one is no such; the last values count. Throws RangeError where they break off. */
const readProperties = (data: Buffer): Map<number, Property> => {
  const found = new Map<number, Property>();
  const count = Math.min(data.readUInt32LE(0), MAX_VALUES);
  let at = 4;
  for (let index = 0; index < count; index += 1) {
    const type = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at += 4;
    if (id >= 0x8000) {
      const isNamed = data.readUInt32LE(at + OBJECT_ID) === 1;
      at += OBJECT_ID + 4 + 4 + (isNamed ? padded(data.readUInt32LE(at + OBJECT_ID + 4)) : 0);
    }
    const kind = type & 0xfff;
    const isVariable = VARIABLE.has(kind);
    const isMany = isVariable || (type & 0x1000) !== 0;
    const values = isMany ? data.readUInt32LE(at) : 1;
    if (isMany) at += 4;
    if (values > MAX_VALUES) throw new RangeError('too many values');
    for (let value = 0; value < values; value += 1) {
      const length = isVariable ? data.readUInt32LE(at) : (SIZES[kind] ?? 4);
      if (isVariable) at += 4;
      if (at + length > data.length) throw new RangeError('breaks off');
      found.set(id, { type: kind, value: data.subarray(at, at + length) });
      at += padded(length);
    }
  }
  return found;
};

const readKnown = (data: Buffer): Map<number, Property> => {
  try {
    return readProperties(data);
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
};

const withoutEnd = (text: string): string => text.split('\0', 1)[0] ?? '';

const toText = (property: Property | undefined, codepage: string): string | undefined =>
  property && withoutEnd(decodeText(property.value, property.type === UNICODE ? 'utf-16le' : codepage));

interface Attributes {
  level: number;
  id: number;
  data: Buffer;
}

/** The attributes of a file, until one breaks off. */
const readAttributes = (bytes: Buffer): Attributes[] => {
  const attributes: Attributes[] = [];
  for (let at = 6; at + 9 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 5);
    if (at + 9 + length > bytes.length) break;
    attributes.push({
      level: bytes.readUInt8(at),
      id: bytes.readUInt16LE(at + 1),
      data: bytes.subarray(at + 9, at + 9 + length),
    });
    at += 9 + length + 2;
  }
  return attributes;
};

/** A file as its attributes and properties have it; the files of a mail within. */
const readFile = (
  { title, data, properties }: { title: string; data: Buffer | undefined; properties: Map<number, Property> },
  codepage: string,
  depth: number,
): TnefFile[] => {
  const object = properties.get(PROPERTY.data);
  const content = data ?? (object?.type === OBJECT ? object.value.subarray(OBJECT_ID) : object?.value);
  if (!content) return [];
  if (content.length > 4 && content.readUInt32LE(0) === SIGNATURE && depth < MAX_DEPTH)
    return readTnef(content, depth + 1)?.files ?? [];
  const text = (id: number): string | undefined => toText(properties.get(id), codepage);
  return [
    {
      name: text(PROPERTY.longName) || title || text(PROPERTY.shortName) || '',
      type: text(PROPERTY.type) ?? '',
      contentId: text(PROPERTY.contentId)?.replaceAll(/^<|>$/g, '') || undefined,
      content,
    },
  ];
};

/** Unpacks a winmail.dat, as far as it can be read; undefined when it is none. */
export const readTnef = (content: Uint8Array, depth = 0): Tnef | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) return undefined;
  let codepage = 'windows-1252';
  const opened: { title: string; data: Buffer | undefined; properties: Map<number, Property> }[] = [];
  const body: Pick<Tnef, 'html' | 'text'> = { html: undefined, text: undefined };
  for (const { id, data } of readAttributes(bytes)) {
    const file = opened.at(-1);
    if (id === ATTRIBUTE.codepage && data.length >= 4) codepage = `windows-${data.readUInt32LE(0)}`;
    else if (id === ATTRIBUTE.begin && opened.length < MAX_FILES)
      opened.push({ title: '', data: undefined, properties: new Map() });
    else if (id === ATTRIBUTE.title && file) file.title = withoutEnd(decodeText(data, codepage));
    else if (id === ATTRIBUTE.data && file) file.data = data;
    else if (id === ATTRIBUTE.attachment && file) file.properties = readKnown(data);
    else if (id === ATTRIBUTE.body) body.text ??= withoutEnd(decodeText(data, codepage));
    else if (id === ATTRIBUTE.message) {
      const properties = readKnown(data);
      const html = properties.get(PROPERTY.html);
      body.html = html && decodeText(html.value, html.type === UNICODE ? 'utf-16le' : codepage, true);
      body.text ??= toText(properties.get(PROPERTY.body), codepage);
    }
  }
  return { ...body, files: opened.flatMap((file) => readFile(file, codepage, depth)) };
};
