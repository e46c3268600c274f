// The package has no types; projects that include this file find ours through the reference.
/// <reference path="./html-encoding-sniffer.d.ts" />
import { TextDecoder } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';

/** The media type and charset of a `Content-Type` header, in lower case; empty texts when it says none. */
export const readContentType = (header = ''): { type: string; charset: string } => {
  const [type = '', ...parameters] = header.split(';');
  const charset = parameters
    .map((part) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(part)?.[1])
    .find(Boolean);
  return { type: type.trim().toLowerCase(), charset: (charset ?? '').toLowerCase() };
};

/**
 * The text of a page: its charset comes from a byte order mark, else the header, else a meta element (HTML only), else it is UTF-8,
 * or Windows-1252 when the bytes are no UTF-8.
 */
export const decodePage = (
  bytes: Uint8Array,
  { charset, isHtml }: { charset: string; isHtml: boolean },
): string => {
  const encoding = sniffEncoding(bytes, {
    xml: !isHtml,
    transportLayerEncodingLabel: charset || undefined,
    defaultEncoding: '',
  });
  try {
    return new TextDecoder(encoding || 'utf-8', { fatal: encoding === '' }).decode(bytes);
  } catch {
    return new TextDecoder(encoding === '' ? 'windows-1252' : 'utf-8').decode(bytes);
  }
};
