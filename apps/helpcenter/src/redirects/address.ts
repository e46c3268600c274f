const ABSOLUTE = /^(https?:\/\/[^/?#\\]*)(.*)/is;

/** The parts of an address: `https://host` of a URL and nothing of a path, what follows, and the query with its `?`. */
export interface AddressParts {
  origin: string;
  path: string;
  query: string;
}

/** Cuts an address into its parts; a fragment goes. */
export const splitAddress = (address: string): AddressParts => {
  const [, origin = '', rest = address] = ABSOLUTE.exec(address) ?? [];
  const [whole = ''] = rest.split('#', 1);
  const at = whole.indexOf('?');
  return at < 0
    ? { origin, path: whole, query: '' }
    : { origin, path: whole.slice(0, at), query: whole.slice(at) };
};

/** A text with its percent escapes decoded; those that are no UTF-8 stay. */
const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/** Scheme and host as they are compared: in lower case, without the usual port. */
const comparableOrigin = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).origin : origin.toLowerCase();

/** An address as it is compared: percent-decoded, without query, fragment and a slash at the end. */
export const comparable = (address: string): string => {
  const { origin, path } = splitAddress(address);
  return comparableOrigin(origin) + decoded(path).replace(/\/$/, '');
};

/** As `comparable`, with the slash at the end, which a star may hold. */
export const comparableWithSlash = (address: string): string => {
  const { origin, path } = splitAddress(address);
  return comparableOrigin(origin) + decoded(path);
};

/** The texts of a pattern between its stars, as they are compared. */
export const splitPattern = (pattern: string): string[] => {
  const { origin, path } = splitAddress(pattern);
  return (comparableOrigin(origin) + path).split('*').map(decoded);
};

const escaped = (character: string): string => encodeURIComponent(character.toWellFormed());

/** A text of a decoded address as part of one: nothing of it can end the path or be taken for a host. */
export const encoded = (text: string): string => encodeURI(text.toWellFormed()).replaceAll(/[?#]/g, escaped);

/** A query as it was sent, with what no URL may hold escaped. */
export const cleanQuery = (query: string): string => query.replaceAll(/[^\x21-\x7e]+|\\/g, escaped);
