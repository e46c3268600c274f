import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../core';
import { Html } from '../ui';
import type { ItemParts } from '../kinds';

/** Reports once that an item is shown, and announces it then. */
export const useSeen = ({ app, reporter, item }: Pick<ItemParts, 'app' | 'reporter' | 'item'>): void =>
  // After the paint, an item that is ended at once would not be reported.
  useLayoutEffect(() => {
    void reporter.report(item, 'seen');
    if (item.sound && !item.seen) app.sound.ring();
  }, [item.id]);

/** The subject and the text of an item. A link in it counts as a click. */
export const Body = ({
  app,
  item,
  onLink,
  html,
}: Pick<ItemParts, 'app' | 'item'> & { onLink?: () => void; html?: string }): VNode => {
  const text = html ?? item.messageHtml;
  const place = useRef<HTMLDivElement>(null);
  // Nothing of the team takes the focus: those who do not see it hear it.
  useEffect(() => announce(app, item.id, place.current?.textContent ?? ''), [item.id]);
  return (
    <div
      ref={place}
      class="body"
      dir="auto"
      onClick={({ target }) => {
        if (onLink && target instanceof Element && target.closest('a')) onLink();
      }}
    >
      {item.subject && <strong>{item.subject}</strong>}
      {text && <Html html={text} />}
    </div>
  );
};

/** Takes an item away. */
export const Dismiss = ({
  say,
  finish,
}: Pick<ItemParts, 'say'> & { finish: (event: 'dismissed') => void }): VNode => (
  <button type="button" class="dismiss" aria-label={say('item.dismiss')} onClick={() => finish('dismissed')}>
    <span aria-hidden="true">✕</span>
  </button>
);

/** Dismisses by the key that closes. */
export const escapes =
  (finish: (event: 'dismissed') => void) =>
  (event: KeyboardEvent): void => {
    // While a word is being composed, Escape ends that.
    if (event.key !== 'Escape' || event.isComposing) return;
    // Other open elements stay.
    event.stopPropagation();
    finish('dismissed');
  };
