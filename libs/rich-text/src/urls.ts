// The scheme has to be written plainly: browsers accept control characters inside it, which no honest link has.
const linkStart = /^\s*(https?:\/\/|mailto:|tel:)/i;
const imageStart = /^\s*https?:\/\//i;

/** Whether a value may be the target of a link: absolute, and http, https, mailto or tel. */
export const isSafeLink = (url: unknown): url is string =>
  typeof url === 'string' && linkStart.test(url) && URL.canParse(url);

/** Whether a value may be the source of an image: absolute, and http or https. */
export const isSafeImageSource = (url: unknown): url is string =>
  typeof url === 'string' && imageStart.test(url) && URL.canParse(url);
