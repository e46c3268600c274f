/** From a scheme, or `www.`, to a sign that ends an address, or that means something in Markdown even there. */
const ADDRESS = /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<>[\]`|"\\\p{Cc}]{1,2048}/iuy;
/** Longest address that is a link: every beginning in a run without blanks is read, so that each costs no more than this. */
const LONGEST = 2_048;
const ANY_ADDRESS = /(?<![\p{L}\p{N}_])https?:\/\//giu;

/** Signs that belong to the sentence when an address ends with them. */
const AFTER = `?!.,:;*_~'`;

/**
 * The address that stands in a text at a place, as GitHub reads one in Markdown: without the signs of the sentence after it.
 * Undefined when none does.
 */
export const addressAt = (text: string, at: number): string | undefined => {
  ADDRESS.lastIndex = at;
  const run = ADDRESS.exec(text)?.[0];
  if (run === undefined || run.length > LONGEST) return undefined;
  let end = run.length;
  let unopened = count(run, ')') - count(run, '(');
  while (end > 0) {
    const last = run.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!AFTER.includes(last)) break;
    end -= 1;
  }
  const address = run.slice(0, end);
  return URL.canParse(linkTo(address)) ? address : undefined;
};

/** Where an address leads: one without a scheme by HTTP, as in GitHub's Markdown. */
export const linkTo = (address: string): string => (/^www\./i.test(address) ? `http://${address}` : address);

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** The addresses in a text, in order, each with its place. */
export const addressesIn = (text: string): { at: number; address: string }[] => {
  const found: { at: number; address: string }[] = [];
  let end = 0;
  for (const { index } of text.matchAll(ANY_ADDRESS)) {
    const address = index < end ? undefined : addressAt(text, index);
    if (address === undefined) continue;
    found.push({ at: index, address });
    end = index + address.length;
  }
  return found;
};
