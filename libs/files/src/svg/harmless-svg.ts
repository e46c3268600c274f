import { Parser } from 'htmlparser2';
import { TextDecoder } from 'node:util';
import {
  drawingElements,
  harmlessAttributes,
  isHarmlessStyle,
  isUnsafeAnimation,
  transparentElements,
} from './svg-policy';

/** Deepest nesting of elements. */
const MAX_DEPTH = 256;
/** Longest tag, such as one with a picture in it, in characters: this much is in memory at a time. */
const MAX_TAG = 16 * 1024 * 1024;
/** Most attributes of an element. */
export const MAX_ATTRIBUTES = 1_000;
/** Longest style, in characters; a longer one is left out. */
const MAX_STYLE = 1024 * 1024;

const DECLARATION_BYTES = 256;
const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** An SVG image that is nested more than 256 deep, or has a tag of more than 16 MB or 1,000 attributes. */
export class SvgTooComplexError extends Error {
  constructor() {
    super(
      'is an SVG image that is nested more than 256 deep, or has an element of more than 1000 attributes or 16 MB',
    );
  }
}

/** What stands in no XML. */
const NO_CHARACTERS = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Most texts are plain, and images have a great many. */
const PLAIN = /^[ !#-%'-;=?-~]*$/;
const escaped = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(NO_CHARACTERS, '')
        .toWellFormed()
        .replace(/[&<>"]/g, (character) => NAMES[character] ?? character);

/** The encoding that an XML declaration names; UTF-8 otherwise. */
const chooseDecoder = (head: Buffer): TextDecoder => {
  const label = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head.toString('latin1'))?.[1];
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
};

/** Writes the drawing elements of an image. */
const createDrawing = () => {
  let written: string[] = [];
  /** Names of the open elements; an empty one for a tag that is left out. */
  const open: string[] = [];
  let isOver = false;
  let style: string | undefined;

  /** Answers false for an element that is left out with all that is in it. */
  const begin = (name: string, attributes: Record<string, string>): boolean => {
    const isRoot = open.length === 0;
    // A style is text and nothing else, which is judged as a whole.
    if (isOver || (isRoot && name !== 'svg') || style !== undefined) return false;
    if (transparentElements.has(name)) return open.push('') > 0;
    if (!drawingElements.has(name) || isUnsafeAnimation(name, attributes)) return false;
    open.push(name);
    const kept = harmlessAttributes(name, attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
    written.push(`<${name}${isRoot ? ` ${NAMESPACES}` : ''}${kept.join('')}>`);
    if (name === 'style') style = '';
    return true;
  };

  const end = (): void => {
    const name = open.pop();
    if (name === 'style' && style !== undefined) {
      if (isHarmlessStyle(style)) written.push(escaped(style));
      style = undefined;
    }
    if (name) written.push(`</${name}>`);
    isOver = open.length === 0;
  };

  const write = (text: string): void => {
    if (open.length === 0) return;
    if (style === undefined) written.push(escaped(text));
    // A style cut at its limit would mean something else.
    else style = style.length + text.length > MAX_STYLE ? '\\' : style + text;
  };

  const take = (): Buffer => {
    const bytes = Buffer.from(written.join(''));
    written = [];
    return bytes;
  };
  return { begin, end, write, take };
};

/** Reads an image and writes only its drawing elements. */
const createFilter = () => {
  const drawing = createDrawing();
  let depth = 0;
  /** Depth of the element that is left out with all that is in it. */
  let skippedFrom: number | undefined;
  /** Characters since the parser's last event. */
  let waiting = 0;
  let attributes = 0;

  const parser = new Parser(
    {
      onattribute: () => {
        attributes += 1;
        if (attributes > MAX_ATTRIBUTES) throw new SvgTooComplexError();
      },
      onopentag: (name, values) => {
        waiting = 0;
        attributes = 0;
        depth += 1;
        if (depth > MAX_DEPTH) throw new SvgTooComplexError();
        if (skippedFrom === undefined && !drawing.begin(name, values)) skippedFrom = depth;
      },
      onclosetag: () => {
        waiting = 0;
        if (skippedFrom === undefined) drawing.end();
        else if (skippedFrom === depth) skippedFrom = undefined;
        depth -= 1;
      },
      ontext: (text) => {
        waiting = 0;
        if (skippedFrom === undefined) drawing.write(text);
      },
      oncomment: () => {
        waiting = 0;
      },
    },
    { xmlMode: true },
  );

  return {
    write: (text: string): Buffer => {
      waiting += text.length;
      parser.write(text);
      if (waiting > MAX_TAG) throw new SvgTooComplexError();
      return drawing.take();
    },
    end: (): Buffer => {
      parser.end();
      return drawing.take();
    },
  };
};

/**
 * An SVG image without scripts, handlers, foreign documents, links and external resources, as a stream. A forgiving parser reads
 * it, and only names of an allow-list are written. Throws `SvgTooComplexError`.
 */
export async function* harmlessSvg(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const filter = createFilter();
  let decoder: TextDecoder | undefined;
  let head = Buffer.alloc(0);
  for await (const chunk of content) {
    let bytes: Uint8Array = chunk;
    if (!decoder) {
      head = Buffer.concat([head, chunk]);
      if (head.length < DECLARATION_BYTES) continue;
      decoder = chooseDecoder(head.subarray(0, DECLARATION_BYTES));
      bytes = head;
    }
    const harmless = filter.write(decoder.decode(bytes, { stream: true }));
    if (harmless.length > 0) yield harmless;
  }
  const rest = decoder ? decoder.decode() : chooseDecoder(head).decode(head);
  yield Buffer.concat([filter.write(rest), filter.end()]);
}
