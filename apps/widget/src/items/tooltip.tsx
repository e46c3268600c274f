import type { VNode } from 'preact';
import { Body, Dismiss, escapes, useSeen } from './body';
import type { ItemParts } from '../kinds';
import { besides, usePlace } from './place';

const Shown = (parts: ItemParts & { place: DOMRect }): VNode => {
  const { say, item, finish, reporter, place } = parts;
  useSeen(parts);
  return (
    <div
      role="group"
      class="card"
      style={besides(place)}
      aria-label={say('item.hint')}
      onKeyDown={escapes(finish)}
    >
      <Dismiss {...parts} />
      <Body
        app={parts.app}
        item={item}
        {...(item.messageHtml === undefined && item.config?.html !== undefined && { html: item.config.html })}
        onLink={() => void reporter.report(item, 'clicked')}
      />
    </div>
  );
};

/** A hint at an element of the page; it shows while that does. */
export const Tooltip = (parts: ItemParts): VNode | null => {
  const place = usePlace(parts.item.config?.selector);
  return place ? <Shown {...parts} place={place} /> : null;
};
