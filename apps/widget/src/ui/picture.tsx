import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Say } from '../core';
import { Link, safeHref } from './links';

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

/** Milliseconds within which a key that closed a picture may still come. */
const LATE_MS = 200;
let closedAt = -Infinity;

/** Whether a key is meant for an enlarged picture; some browsers close it before the page hears of the key. */
export const isViewing = (root: ShadowRoot): boolean =>
  root.querySelector('.viewer') !== null || performance.now() - closedAt < LATE_MS;

/** A dialog over the page, which Escape, a click or its button closes. */
const Viewer = ({ children, name, say, close }: ViewerProps): VNode => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={name}
      onClick={() => dialog.current?.close()}
      onClose={() => {
        closedAt = performance.now();
        close();
      }}
    >
      <button type="button" class="plain" aria-label={say('close')}>
        <span aria-hidden="true">✕</span>
      </button>
      {children}
    </dialog>
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
