import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link, safeHref } from './links';
import type { Say } from './say';

interface ViewerProps {
  children: VNode;
  name: string;
  say: Say;
  close: () => void;
}

interface PictureProps {
  src: unknown;
  /** Its content; its address without one. */
  name: unknown;
  /** Host root of the platform. */
  root: string;
  say: Say;
}

/**
 * A dialog over the page, which Escape, a click or its button closes. Browsers close a `dialog` by Escape before the page hears of the
 * key, which would close the widget too.
 */
const Viewer = ({ children, name, say, close }: ViewerProps): VNode => {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = (button.current?.getRootNode() as ShadowRoot).activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      class="viewer"
      role="dialog"
      aria-modal="true"
      aria-label={name}
      onClick={close}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') close();
        // The button is all that there is to reach.
        if (event.key === 'Tab') event.preventDefault();
      }}
    >
      <button ref={button} type="button" class="plain" aria-label={say('close')}>
        <span aria-hidden="true">✕</span>
      </button>
      {children}
    </div>
  );
};

/** A picture that is enlarged when it is clicked. */
const Enlarged = ({ href, name, say }: { href: string; name: string; say: Say }): VNode => {
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <Link href={href}>{name || href}</Link>;
  const image = <img src={href} alt={name} loading="lazy" onError={() => setFailed(true)} />;
  return (
    <>
      <button
        type="button"
        class="picture"
        aria-label={say('picture.open', { name })}
        onClick={() => setOpen(true)}
      >
        {image}
      </button>
      {isOpen && (
        <Viewer name={name || href} say={say} close={() => setOpen(false)}>
          {image}
        </Viewer>
      )}
    </>
  );
};

/**
 * A picture in its place. One of another host stays a link, because the widget asks no host but the platform;
 * so does one that does not come, as under a policy without `img-src`.
 */
export const Picture = ({ src, name, root, say }: PictureProps): VNode => {
  const href = safeHref(src);
  if (href === undefined) return <></>;
  const text = String(name || '');
  return href.startsWith(`${root}/`) ? (
    <Enlarged href={href} name={text} say={say} />
  ) : (
    <Link href={href}>{text || href}</Link>
  );
};
