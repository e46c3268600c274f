import type { ComponentChild, VNode } from 'preact';

const SAFE = /^(https?:|mailto:|tel:)/i;
/** An address in a text, up to the next blank. */
const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** What ends a sentence rather than an address. */
const CLOSING = new Set('.,:;!?\'")]}>*_~');

/** An address that a link may have; undefined for any other, such as one that runs a script. */
export const safeHref = (href: unknown, base?: string): string | undefined => {
  if (typeof href !== 'string') return undefined;
  try {
    const url = new URL(href, base);
    return SAFE.test(url.protocol) ? (base === undefined ? href : url.href) : undefined;
  } catch {
    return undefined;
  }
};

/** A link that leads out of the page; what may be none shows as it is. */
export const Link = ({ href, children }: { href: unknown; children: ComponentChild }): VNode => {
  const safe = safeHref(href);
  if (safe === undefined) return <>{children}</>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
};

/** Where an address ends, without the marks that end the sentence around it; a bracket that it opens itself belongs to it. */
const trimmed = (address: string): string => {
  let end = address.length;
  const opened = address.split('(').length - address.split(')').length;
  while (end > 0 && CLOSING.has(address.charAt(end - 1)) && !(address.charAt(end - 1) === ')' && opened >= 0))
    end -= 1;
  return address.slice(0, end);
};

/** A text with addresses as links. */
export const Linked = ({ text }: { text: string }): VNode => {
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found);
    parts.push(text.slice(from, index), <Link href={address}>{address}</Link>);
    from = index + address.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
};
