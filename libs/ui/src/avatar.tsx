import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Who writes: a picture of the platform, else the first letter of the name. Other hosts are not asked. */
export const Avatar = ({
  name,
  src = '',
  root,
}: {
  name: string;
  src: string | undefined;
  root: string;
}): VNode => {
  const [hasFailed, setFailed] = useState(false);
  const isShown = src.startsWith(`${root}/`) && !hasFailed;
  return (
    <span class="avatar" aria-hidden="true">
      {isShown ? (
        <img src={src} alt="" onError={() => setFailed(true)} />
      ) : (
        [...name].slice(0, 1).join('').toUpperCase()
      )}
    </span>
  );
};
