import { Avatar } from '@parley/ui';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ErrorBoundary, lazy } from 'preact-iso';
import { current, say, toName } from '../core';

const AccountMenu = lazy(() => import('./account-menu').then((part) => part.AccountMenu));

/** Who is signed in; the menu is loaded when it is opened. */
export const Account = (): VNode => {
  const { user } = current();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { available } = user;
  return (
    <div class="account">
      <button
        ref={anchor}
        type="button"
        class="tool"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="sr-only">{say('account')} </span>
        <Avatar name={toName(user)} src={user.profileImageUrl} root={location.origin} />
        <span class="name">{toName(user)}</span>
        <span class={available ? 'presence' : 'presence away'} />
      </button>
      <ErrorBoundary>{isOpen && <AccountMenu anchor={anchor} close={() => setOpen(false)} />}</ErrorBoundary>
    </div>
  );
};
