import type { PageRule } from '../core';

/** The same address without a slash at its end. */
const bare = (url: string): string => url.replace(/\/$/, '');

/** A word in braces, which stands for one or more characters other than `/ ? & #`. */
const PLACEHOLDER = /(\{\w+\})/;
const SEPARATORS = '/?&#';

/** Where a text may end, given where it may begin. */
const afterText = (url: string, begins: readonly boolean[], text: string): boolean[] => {
  const ends = Array.from(begins, () => false);
  for (let at = url.indexOf(text); at >= 0; at = url.indexOf(text, at + 1))
    if (begins[at]) ends[at + text.length] = true;
  return ends;
};

/** Where one or more characters that are no separators may end, given where they may begin. */
const afterPlaceholder = (url: string, begins: readonly boolean[]): boolean[] => {
  let isInside = false;
  return Array.from(begins, (_, end) => {
    if (end === 0) return false;
    isInside = !SEPARATORS.includes(url.charAt(end - 1)) && (isInside || begins[end - 1] === true);
    return isInside;
  });
};

/** Whether a filter is a part of an address, in any case. Takes no longer than their lengths multiplied. */
const hasPart = (address: string, filter: string): boolean => {
  const [url, wanted] = [address.toLowerCase(), filter.toLowerCase()];
  if (!wanted.includes('{')) return url.includes(wanted);
  const tokens = wanted.split(PLACEHOLDER).filter((token) => token !== '');
  // Most pages lack one of the texts.
  if (!tokens.every((token) => PLACEHOLDER.test(token) || url.includes(token))) return false;
  return tokens
    .reduce(
      (places, token) =>
        PLACEHOLDER.test(token) ? afterPlaceholder(url, places) : afterText(url, places, token),
      Array.from({ length: url.length + 1 }, () => true),
    )
    .includes(true);
};

type Test = (url: string, filter: string) => boolean;

/** Rules of which any one must hold, beside `empty` and `notempty`. */
const positive: Readonly<Record<string, Test>> = {
  is: (url, filter) => bare(url) === bare(filter),
  contains: hasPart,
  startswith: (url, filter) => url.startsWith(filter),
  endswith: (url, filter) => url.endsWith(filter),
};

/** Rules that must all hold, by what they deny. */
const negative: Readonly<Record<string, string | undefined>> = { isnot: 'is', notcontains: 'contains' };

/** Types of page rules. */
export const pageRuleTypes: readonly string[] = [
  ...Object.keys(positive),
  'empty',
  'notempty',
  ...Object.keys(negative),
];

const showsWhere = (
  rules: readonly PageRule[],
  page: string | undefined,
  holds: (type: string, filter: string) => boolean,
): boolean => {
  let isAsked = false;
  let isMet = false;
  for (const { pageFilter = '', pageFilterType: type } of rules) {
    if (type === 'empty' || type === 'notempty') {
      isAsked = true;
      isMet ||= (page === undefined) === (type === 'empty');
      continue;
    }
    // Without a filter the rule counts as not there.
    if (pageFilter === '') continue;
    const denied = negative[type];
    if (denied) {
      if (holds(denied, pageFilter)) return false;
      continue;
    }
    isAsked = true;
    isMet ||= holds(type, pageFilter);
  }
  return !isAsked || isMet;
};

/** Answers whether items show on a page; `url` is the widget's page, if it sends one. Equal rules are checked once. */
export const pageTest = (url: string | undefined): ((rules: readonly PageRule[]) => boolean) => {
  const page = url === '' ? undefined : url;
  const known = new Map<string, boolean>();
  const holds = (type: string, filter: string): boolean => {
    if (page === undefined) return false;
    const key = `${type} ${filter}`;
    const answer = known.get(key) ?? positive[type]?.(page, filter) ?? false;
    known.set(key, answer);
    return answer;
  };
  return (rules) => showsWhere(rules, page, holds);
};
