import type { LaterKind } from '../kinds';
import css from './news.css';

export const style = css;

/** A hint of a news post beside the button, which opens it. */
export const createKind: LaterKind['createKind'] = ({ Dismiss, Body, escapes, useSeen }) =>
  function Hint(parts) {
    const { app, say, item, finish } = parts;
    useSeen(parts);
    const { image, imageAlt = '', label } = item.config ?? {};
    const open = (): void => {
      app.store.set({ isOpen: true, view: { name: 'news', id: item.id } });
      finish('clicked');
    };
    return (
      <div role="group" class="chat" aria-label={say('news')} onKeyDown={escapes(finish)}>
        <Dismiss {...parts} />
        {image && <img class="news" src={image} alt={imageAlt} />}
        {label && <span class="label">{label}</span>}
        <Body
          app={app}
          item={{ id: item.id, type: item.type, subject: item.subject ?? '', seen: item.seen }}
        />
        <button type="button" class="act" onClick={open}>
          {say('news.read')}
        </button>
      </div>
    );
  };
