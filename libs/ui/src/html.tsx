import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { safeHref } from './links';

interface Policy {
  createHTML(html: string): unknown;
}

interface WithTrustedTypes {
  trustedTypes?: { createPolicy(name: string, rules: { createHTML(html: string): string }): Policy };
}

/** Text of HTML, where a page allows no HTML of others. */
const stripTags = (html: string): string => html.replace(/<[^<>]*>/g, ' ');

let policy: Policy | undefined;

/** Puts HTML that the API answers sanitised into an element; a page that demands trusted types gets such. */
const insert = (element: HTMLElement, html: string): void => {
  try {
    const { trustedTypes } = window as WithTrustedTypes;
    policy ??= trustedTypes?.createPolicy('parley', { createHTML: (safe) => safe });
    element.innerHTML = (policy?.createHTML(html) ?? html) as string;
  } catch {
    // The page names the policies that it takes, and not this one.
    element.textContent = stripTags(html);
  }
};

/** Makes links open outside of the page, and wide content scroll by itself, by keyboard too. */
const prepare = (element: HTMLElement, base: string): void => {
  for (const link of element.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.href = safeHref(link.getAttribute('href'), base) ?? '#';
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const picture of element.querySelectorAll('img')) picture.loading = 'lazy';
  for (const table of element.querySelectorAll('table, pre')) {
    const frame = document.createElement('div');
    frame.className = 'wide';
    frame.tabIndex = 0;
    table.replaceWith(frame);
    frame.append(table);
  }
};

/**
 * Draws HTML that the API answers sanitised.
 * @param base Address that its links are relative to; the page's own without it.
 */
export const Html = ({ html, base = document.baseURI }: { html: string; base?: string }): VNode => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    insert(current, html);
    prepare(current, base);
  }, [html, base]);
  return <div class="rich" ref={place} />;
};
