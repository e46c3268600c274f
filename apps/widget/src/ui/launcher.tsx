import type { VNode } from 'preact';
import { type App, countUnread, createSay, readAppearance } from '../core';
import { Announced } from './announced';
import { useFillsScreen } from './modal';

const Bubble = (): VNode => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path d="M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z" stroke-linejoin="round" />
  </svg>
);

const Cross = (): VNode => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path d="M6 6l12 12M18 6L6 18" stroke-linecap="round" />
  </svg>
);

/** The button that opens and closes the widget. */
export const Launcher = ({ app: { store } }: { app: App }): VNode | null => {
  const state = store.get();
  const fillsScreen = useFillsScreen();
  if (!state.texts || state.isHidden) return null;
  const { isOpen } = state;
  const { launcher = true, launcherText } = readAppearance(state);
  const say = createSay(state.texts);
  const count = countUnread(state);
  const closedLabel = count > 0 ? say('open.unread', { count }) : say('open');
  return (
    <div class="launcher">
      {launcher && (
        <button
          type="button"
          class={launcherText !== undefined && !isOpen ? 'worded' : ''}
          aria-expanded={isOpen}
          aria-label={isOpen ? say('close') : [launcherText, closedLabel].filter(Boolean).join(': ')}
          onClick={() => store.set({ isOpen: !isOpen })}
        >
          {isOpen ? <Cross /> : <Bubble />}
          {!isOpen && launcherText}
          {count > 0 && !isOpen && (
            <span class="badge" aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </button>
      )}
      {!(isOpen && fillsScreen) && <Announced store={store} />}
    </div>
  );
};
