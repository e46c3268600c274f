import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Link, safeHref } from './links';

interface PictureProps {
  src: unknown;
  /** Its content; its address without one. */
  name: unknown;
  /** Host root of the platform. */
  root: string;
}

/**
 * A picture that opens when it is clicked. One of another host stays a link, because the widget asks no host but the platform;
 * so does one that does not come, as under a policy without `img-src`.
 */
export const Picture = ({ src, name, root }: PictureProps): VNode => {
  const [hasFailed, setFailed] = useState(false);
  const href = safeHref(src);
  if (href === undefined) return <></>;
  const isOwn = href.startsWith(`${root}/`);
  return (
    <Link href={href}>
      {isOwn && !hasFailed ? (
        <img src={href} alt={String(name || '')} loading="lazy" onError={() => setFailed(true)} />
      ) : (
        String(name || href)
      )}
    </Link>
  );
};
