import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepInside, safeHref } from '../ui';
import css from './modal.css';
import type { LaterKind } from '../kinds';

export const style = css;

/** A dialog in the middle of the page. The visitor's focus stays where it is until the visitor moves it. */
export const createKind: LaterKind['createKind'] = ({ Body, Dismiss, escapes, useSeen }) =>
  function Modal(parts) {
    const { app, say, item, finish } = parts;
    const panel = useRef<HTMLDivElement>(null);
    useSeen(parts);
    // Also without a focus; the page keeps the key in its own fields.
    useLayoutEffect(() => {
      const escape = (event: KeyboardEvent): void => {
        if (document.activeElement === document.body) escapes(finish)(event);
      };
      document.addEventListener('keydown', escape);
      return () => document.removeEventListener('keydown', escape);
    }, []);
    const { image, imageAlt = '', buttons = [] } = item.config ?? {};
    return (
      <div
        class="shade"
        onClick={({ target, currentTarget }) => target === currentTarget && finish('dismissed')}
      >
        <div
          ref={panel}
          class="modal"
          role="dialog"
          aria-label={item.subject ?? say('item.message')}
          onKeyDown={(event) => {
            escapes(finish)(event);
            if (event.key === 'Tab') keepInside(event);
          }}
        >
          <Dismiss {...parts} />
          {image && <img src={image} alt={imageAlt} />}
          <Body app={app} item={item} onLink={() => finish('clicked')} />
          {buttons.map(({ id, label, url }) =>
            url === undefined ? (
              <button key={id} type="button" class="act" onClick={() => finish('clicked')}>
                {label}
              </button>
            ) : (
              <a
                key={id}
                class="act"
                href={safeHref(url) ?? '#'}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => finish('clicked')}
              >
                {label}
              </a>
            ),
          )}
        </div>
      </div>
    );
  };
