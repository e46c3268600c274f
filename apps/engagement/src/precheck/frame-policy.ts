import parsePolicy from 'content-security-policy-parser';
import { guardDepth } from '@parley/text';
import { Parser } from 'htmlparser2';

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const readPort = ({ port, protocol }: URL): string => port || (defaultPorts[protocol] ?? '');

/** An expression for http allows https as well. */
const schemeAllows = (scheme: string, { protocol }: URL): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');

const hostAllows = (host: string, { hostname }: URL): boolean =>
  host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname);

const portAllows = (port: string | undefined, frame: URL): boolean => {
  if (port === '*') return true;
  if (port === undefined) return readPort(frame) === defaultPorts[frame.protocol];
  return (
    port === readPort(frame) || (port === '80' && frame.protocol === 'https:' && readPort(frame) === '443')
  );
};

const selfAllows = (page: URL, frame: URL): boolean => {
  if (page.origin === frame.origin) return true;
  const areDefault = [page, frame].every((url) => readPort(url) === defaultPorts[url.protocol]);
  return page.hostname === frame.hostname && areDefault && schemeAllows(page.protocol, frame);
};

const HOST_SOURCE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^*/:?#]+|\[[^\]]*\])(?::(\d+|\*))?(?:\/.*)?$/;

/** Whether one expression of a source list allows the frame's origin on a page; a path in it does not matter. */
const sourceAllows = (written: string, page: URL, frame: URL): boolean => {
  const source = written.toLowerCase();
  if (source === '*') return true;
  if (source === "'self'") return selfAllows(page, frame);
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return schemeAllows(source, frame);
  const [, scheme, host, port] = HOST_SOURCE.exec(source) ?? [];
  if (host === undefined) return false;
  const schemePart = scheme === undefined ? page.protocol : `${scheme}:`;
  return schemeAllows(schemePart, frame) && hostAllows(host, frame) && portAllows(port, frame);
};

/** Whether a policy lets a page load a frame of an origin: `frame-src`, else `child-src`, else `default-src` decides. */
export const policyAllowsFrame = (policy: string, page: URL, frame: URL): boolean => {
  const directives = parsePolicy(policy);
  const sources = ['frame-src', 'child-src', 'default-src']
    .map((name) => directives.get(name))
    .find((list) => list !== undefined);
  return sources?.some((source) => sourceAllows(source, page, frame)) ?? true;
};

/** Elements with content that browsers do not read as markup of the head. */
const opaque = new Set(['noscript', 'template', 'svg', 'math']);

/** Characters that are read at a time: what follows the head is not read. */
const PIECE = 16_384;
/** Most policies of a page. */
const MAX_POLICIES = 100;

/** Ends the reading of a page that is nested beyond reason. */
class TooDeep extends Error {}

/** The policies that the head of a page has in `meta` elements; those in its body do not count. */
export const metaPolicies = (html: string): string[] => {
  const policies: string[] = [];
  let isOver = false;
  let hidden = 0;
  const depth = guardDepth(() => {
    throw new TooDeep();
  });
  const parser = new Parser({
    onopentag: (name, { 'http-equiv': equivalent, content }) => {
      depth.onOpenTag();
      if (name === 'body') isOver = true;
      if (opaque.has(name)) hidden += 1;
      if (isOver || hidden > 0 || name !== 'meta' || content === undefined) return;
      if (equivalent?.trim().toLowerCase() === 'content-security-policy') policies.push(content);
    },
    onclosetag: (name) => {
      depth.onCloseTag();
      if (opaque.has(name)) hidden -= 1;
      if (name === 'head') isOver = true;
    },
  });
  try {
    for (let at = 0; at < html.length && !isOver && policies.length < MAX_POLICIES; at += PIECE)
      parser.write(html.slice(at, at + PIECE));
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return policies;
};
