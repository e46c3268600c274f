/** Method, headers and body of one hop. */
export interface Hop {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends the caller, if it does. */
export const readLocation = (status: number, headers: Record<string, string>): string | undefined =>
  redirects.has(status) ? headers['location'] : undefined;

/** What another origin may see: anything else can be a secret that was meant for the first. */
const plainHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'user-agent',
]);

const keep = (headers: Record<string, string>, passes: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => passes(name)));

/** The hop that follows a redirect, as browsers do it: 303, and 301 or 302 of a POST, continue as GET without a body. */
export const followingHop = (hop: Hop, status: number, from: URL, to: URL): Hop => {
  const turnsToGet =
    (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const headers =
    from.origin === to.origin ? hop.headers : keep(hop.headers, (name) => plainHeaders.has(name));
  if (!turnsToGet) return { ...hop, headers };
  return { method: 'GET', headers: keep(headers, (name) => !name.startsWith('content-')), body: undefined };
};
