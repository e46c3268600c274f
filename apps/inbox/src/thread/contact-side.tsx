import type { Ticket } from '@parley/client';
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../core';
import type { ContactPanel } from '../panel';
import { Icon } from '../ui';

/** From this width on, the contact has a column of its own. */
const wide = matchMedia('(min-width: 1300px)');
const isWide = signal(wide.matches);
wide.addEventListener('change', ({ matches }) => (isWide.value = matches));

const STORED = 'parley-inbox-contact';
const isBeside = signal(localStorage.getItem(STORED) !== 'hidden');
/** The panel, once it is loaded. */
const loaded = signal<typeof ContactPanel | undefined>(undefined);

/** How the contact shows: in a column, over the thread, or not at all. */
export interface ContactSide {
  state: 'beside' | 'over' | 'hidden';
  toggle: () => void;
}

/** In a column on wide screens, unless it was hidden there; over the thread on narrow ones, once it is asked for. */
export const useContactSide = (): ContactSide => {
  const [isOver, setOver] = useState(false);
  const toggle = (): void => {
    if (!isWide.value) return setOver(!isOver);
    isBeside.value = !isBeside.value;
    localStorage.setItem(STORED, isBeside.value ? 'beside' : 'hidden');
  };
  const state = isWide.value ? (isBeside.value ? 'beside' : 'hidden') : isOver ? 'over' : 'hidden';
  return { state, toggle };
};

/** The button that shows and hides the contact. */
export const ContactButton = ({ side: { state, toggle } }: { side: ContactSide }): VNode => {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // Closed over the thread, the focus returns to the button, unless it went elsewhere.
    const isFree = document.activeElement === document.body;
    if (before.current === 'over' && state === 'hidden' && isFree) button.current?.focus();
    before.current = state;
  }, [state]);
  return (
    <button
      ref={button}
      type="button"
      class="tool"
      aria-label={say('panel.contact')}
      title={say('panel.contact')}
      aria-expanded={state !== 'hidden'}
      onClick={toggle}
    >
      <Icon name="panel" />
    </button>
  );
};

/** The contact beside the thread or over it. It is loaded when it is first shown. */
export const ContactSidePanel = ({
  ticket,
  view,
  side: { state, toggle },
}: {
  ticket: Ticket | undefined;
  view: string;
  side: ContactSide;
}): VNode | null => {
  const isShown = state !== 'hidden';
  useEffect(() => {
    if (isShown && !loaded.peek())
      void import('../panel').then((module) => (loaded.value = module.ContactPanel));
  }, [isShown]);
  const { value: Panel } = loaded;
  if (!isShown || !ticket || !Panel) return null;
  return <Panel ticket={ticket} view={view} isOver={state === 'over'} close={toggle} />;
};
