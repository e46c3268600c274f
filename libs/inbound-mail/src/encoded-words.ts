import { addressParser } from 'postal-mime';
import { decodeText } from './charset';

/** Encoded words side by side (RFC 2047), which are one text; blanks between them mean nothing. */
const WORDS =
  /=\?[^?\s]{1,80}\?[bq]\?(?:[^?\r\n]|\?(?!=)){0,1000}\?=(?:[ \t\r\n]{0,20}=\?[^?\s]{1,80}\?[bq]\?(?:[^?\r\n]|\?(?!=)){0,1000}\?=)*/gi;
const WORD = /=\?([^?\s]{1,80})\?([bq])\?((?:[^?\r\n]|\?(?!=)){0,1000})\?=/gi;

const decodeQ = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replaceAll(/=([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/** Decodes words of one charset together: a character may be broken between them. */
const decodeRun = (run: string): string => {
  const parts: { charset: string; bytes: Buffer[] }[] = [];
  for (const [, label = '', encoding = '', text = ''] of run.matchAll(WORD)) {
    const charset = (label.split('*', 1)[0] ?? '').toLowerCase();
    const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : decodeQ(text);
    const last = parts.at(-1);
    if (last?.charset === charset) last.bytes.push(bytes);
    else parts.push({ charset, bytes: [bytes] });
  }
  return parts.map(({ charset, bytes }) => decodeText(Buffer.concat(bytes), charset)).join('');
};

/** Text of a header with its encoded words decoded. */
export const decodeWords = (text: string): string =>
  text.includes('=?') ? text.replaceAll(WORDS, decodeRun) : text;

/** Stands for encoded words while a list of addresses is split. */
const PLACE = /\ue000(\d{1,9})\ue001/g;

/** The addresses of a header with their names. Encoded words are decoded after the list is split: they may have commas. */
export const readAddresses = (value: string): { address: string; name: string }[] => {
  const runs: string[] = [];
  const places = value
    .replaceAll(/[\ue000\ue001]/g, '')
    .replaceAll(WORDS, (run) => `\ue000${runs.push(run) - 1}\ue001`);
  const restore = (text: string): string =>
    text.replaceAll(PLACE, (_all, index: string) => decodeRun(runs[Number(index)] ?? ''));
  return addressParser(places, { flatten: true }).map(({ address = '', name }) => ({
    address: restore(address),
    name: restore(name),
  }));
};
