import type { VNode } from 'preact';
import { Body, Dismiss, escapes, useSeen } from './body';
import type { ItemParts } from '../kinds';

/** A line at the top of the page. */
export const Banner = (parts: ItemParts): VNode => {
  const { say, item, finish } = parts;
  useSeen(parts);
  return (
    <div role="group" class="banner" aria-label={say('item.message')} onKeyDown={escapes(finish)}>
      <Body app={parts.app} item={item} onLink={() => finish('clicked')} />
      <Dismiss {...parts} />
    </div>
  );
};
