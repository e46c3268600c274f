import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';

/** Bytes of a text from which its charset is guessed. */
const SAMPLE = 32_768;
/** Bytes of HTML in which a `meta` names its charset. */
const META_SAMPLE = 32_768;
/** Names of charsets that others call otherwise; empty where the name says nothing. */
const ALIASES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  unicode: 'utf-8',
  'us-ascii': 'ascii',
  'ansi_x3.4-1968': 'ascii',
  'iso-ir-6': 'ascii',
  '7bit': 'ascii',
  'unknown-8bit': '',
  'x-unknown-8bit': '',
  'x-unknown': '',
  unknown: '',
  default: '',
  'default-charset': '',
  binary: '',
  '8bit': '',
  none: '',
  'x-user-defined': '',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-2-0-utf-7': 'utf-7',
};
const SINGLE_BYTE = /^(?:iso-?8859-?\d+|latin-?\d|l\d|windows-?12\d\d|cp-?12\d\d)$/;
const STATEFUL = /^(?:iso-2022-|hz-gb|utf-?7|utf-?16|utf-?32|ucs-2)/;

const readLabel = (label: string | undefined): string => {
  const plain = (label ?? '').replaceAll(/["'\s;]/g, '').toLowerCase();
  return ALIASES[plain] ?? plain;
};

/** Bytes of `iso-2022-kr` and `hz-gb-2312`: between two signs they are those of another charset without their high bit. */
const decodeShifted = (bytes: Uint8Array, charset: string): string => {
  const isKorean = charset === 'iso-2022-kr';
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\u001b$)C', '');
  let isShifted = false;
  const whole = text.split(isKorean ? /([\u000e\u000f\n])/ : /(~[{}]|\n)/).map((piece) => {
    if (piece === '\u000e' || piece === '~{') isShifted = true;
    else if (piece === '\u000f' || piece === '~}' || piece === '\n') isShifted = false;
    else if (isShifted)
      return piece.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) | 0x80));
    else return piece;
    return piece === '\n' ? piece : '';
  });
  return new TextDecoder(isKorean ? 'euc-kr' : 'gbk').decode(Buffer.from(whole.join(''), 'latin1'));
};

/** Software that joins texts of ISO-2022-JP switches to ASCII and back with nothing between. */
const withoutIdleSwitches = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/\u001b\([BJ](?=\u001b[$(])/g, ''),
    'latin1',
  );

/** Decodes by a charset that Node.js or else iconv-lite knows; undefined when neither does. */
const decodeAs = (bytes: Uint8Array, charset: string): string | undefined => {
  if (charset === '' || charset === 'ascii') return undefined;
  if (charset === 'iso-2022-kr' || charset === 'hz-gb-2312') return decodeShifted(bytes, charset);
  // It goes by the first bytes, or by the zeros.
  if (charset === 'utf-16') return iconv.decode(Buffer.from(bytes), charset);
  try {
    return new TextDecoder(charset).decode(
      charset.startsWith('iso-2022-jp') ? withoutIdleSwitches(bytes) : bytes,
    );
  } catch {
    const name = charset.replace(/^x-/, '');
    return iconv.encodingExists(name) ? iconv.decode(Buffer.from(bytes), name) : undefined;
  }
};

/** Whether a text has more characters that its charset does not have than others beyond ASCII: then the bytes are no text of it. */
const isWrong = (text: string): boolean => {
  const wrong = text.split('\ufffd').length - 1;
  return wrong > 0 && wrong > text.replaceAll(/\p{ASCII}/gu, '').length - wrong;
};

const metaCharset = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.subarray(0, META_SAMPLE)).toString('latin1');
  return readLabel(/<meta[^>]{0,200}?charset\s{0,9}=[\s"']{0,9}([\w-]{1,40})/i.exec(head)?.[1]);
};

const isHigh = (byte: number): boolean => byte > 0x7f;
const isLetter = (byte: number): boolean => (byte > 0x40 && byte < 0x5b) || (byte > 0x60 && byte < 0x7b);

/** A guess by the bytes: text with few letters beyond ASCII is Western, as most texts without a charset are. */
const guessCharset = (bytes: Uint8Array): string => {
  const sample = bytes.subarray(0, SAMPLE);
  const high = sample.filter(isHigh).length;
  if (high < sample.filter(isLetter).length / 2) return 'windows-1252';
  const [best] = analyse(sample).filter(({ name }) => !/^(?:UTF-8|ASCII|UTF-32)/.test(name));
  return best && best.confidence >= 10 ? best.name.toLowerCase() : 'windows-1252';
};

/** Fewest bytes beyond ASCII by which a text is found to be of another charset than it says. */
const MIN_HIGH = 10;
const WESTERN = /^(?:iso-?8859-?1|latin-?1|l1|windows-?1252|cp-?1252)$/;

/** Whether a text that says to be Western has too few letters of ASCII for that. */
const isForeign = (bytes: Uint8Array, charset: string): boolean =>
  WESTERN.test(charset) &&
  bytes.subarray(0, SAMPLE).filter(isHigh).length >= MIN_HIGH &&
  guessCharset(bytes) !== 'windows-1252';

const ISO_2022_JP = /\u001b(?:\$[@B]|\([JI])/;

/** ASCII bytes; those of ISO-2022-JP say so themselves. */
const decodeAscii = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.includes('\u001b') && ISO_2022_JP.test(text) ? (decodeAs(bytes, 'iso-2022-jp') ?? text) : text;
};

/**
 * Decodes the bytes of a text. The charset that a mail names counts as far as the bytes are text of it: UTF-8 is recognised under
 * every name, then the `meta` of HTML counts, then a guess.
 */
export const decodeText = (bytes: Uint8Array, label: string | undefined, isHtml = false): string => {
  const charset = readLabel(label);
  if (STATEFUL.test(charset)) {
    const text = decodeAs(bytes, charset);
    if (text !== undefined && !isWrong(text)) return text;
  }
  if (isAscii(bytes)) return decodeAscii(bytes);
  const isUnicode = isUtf8(bytes);
  if (
    isUnicode &&
    (charset === '' || charset === 'utf-8' || charset === 'ascii' || SINGLE_BYTE.test(charset))
  )
    return new TextDecoder().decode(bytes);
  const named = decodeAs(bytes, charset);
  if (named !== undefined && !isWrong(named) && !isForeign(bytes, charset)) return named;
  if (isUnicode) return new TextDecoder().decode(bytes);
  const meta = isHtml ? metaCharset(bytes) : '';
  const other = meta === charset ? undefined : decodeAs(bytes, meta);
  if (other !== undefined && !isWrong(other)) return other;
  return decodeAs(bytes, guessCharset(bytes)) ?? named ?? new TextDecoder('windows-1252').decode(bytes);
};
