const linkProtocols = ['http:', 'https:', 'mailto:', 'tel:'];
const imageProtocols = ['http:', 'https:'];

// The scheme has to be written plainly: browsers accept control characters inside it, which no honest link has.
const hasProtocol = (url: unknown, protocols: string[]): url is string =>
  typeof url === 'string' &&
  /^\s*(https?:\/\/|mailto:|tel:)/i.test(url) &&
  URL.canParse(url) &&
  protocols.includes(new URL(url).protocol);

/** Whether a value may be the target of a link: absolute, and http, https, mailto or tel. */
export const isSafeLink = (url: unknown): url is string => hasProtocol(url, linkProtocols);

/** Whether a value may be the source of an image: absolute, and http or https. */
export const isSafeImageSource = (url: unknown): url is string => hasProtocol(url, imageProtocols);
