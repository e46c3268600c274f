import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type App, type View, createSay, readConversations } from '../core';
import { Announced, type Frame, keepInside, useFillsScreen } from '../ui';
import { ArticlePage } from './article-page';
import { ASKED } from './ask-email';
import { ConversationPage } from './conversation-page';
import { createDrafts } from './drafts';
import { Head } from './head';
import { HomePage } from './home-page';
import { News } from './news';
import style from './messenger.css';
import { createOutbox } from './outbox';
import type { Parts } from './parts';
import { SearchPage } from './search-page';

/** The visible page; help-center content is read again in another language. */
const Page = ({ view, language, ...parts }: Parts & { view: View; language: string | undefined }): VNode => {
  switch (view.name) {
    case 'home':
      return <HomePage {...parts} />;
    case 'conversation':
      // A conversation that has just begun is the same page as before, so that the visitor can go on writing.
      return <ConversationPage key={view.hasBegun ? 'new' : (view.id ?? 'new')} {...parts} id={view.id} />;
    case 'search':
      return <SearchPage key={`${language} ${view.term}`} {...parts} term={view.term} />;
    case 'article':
      return <ArticlePage key={`${language} ${view.ref}`} {...parts} articleRef={view.ref} />;
    case 'news':
      return (
        <div class="page">
          <News key={`${language} ${view.id}`} {...parts} id={view.id} />
        </div>
      );
  }
};

/** A file that misses the place for it would be opened by the browser, in place of the page. */
const refuseFiles = (event: DragEvent): void => {
  const { defaultPrevented, dataTransfer } = event;
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
};

/** The open widget. */
const Messenger = (parts: Parts): VNode => {
  const { app, say } = parts;
  const { store } = app;
  const { view, isOnline, texts } = store.get();
  const isModal = useFillsScreen();
  const panel = useRef<HTMLDivElement>(null);
  const close = (): void => store.set({ isOpen: false });

  // Keyboard users continue inside, and return to their former position when it closes. A key that follows at once counts already.
  useLayoutEffect(() => {
    const root = panel.current?.getRootNode() as ShadowRoot;
    const before = root.activeElement ?? document.activeElement;
    panel.current?.focus();
    // Also without a focus; the page keeps the key in its own fields.
    const escape = (event: KeyboardEvent): void => {
      const isOurs = [document.body, root.host].includes(document.activeElement as HTMLElement);
      if (event.key === 'Escape' && isOurs && !event.isComposing) close();
    };
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('keydown', escape);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  // What had the focus went with its page.
  useLayoutEffect(() => {
    const { current } = panel;
    if (current && !(current.getRootNode() as ShadowRoot).activeElement) current.focus();
  }, [view]);

  return (
    <div
      ref={panel}
      class="panel"
      role="dialog"
      aria-modal={isModal}
      aria-label={say('title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Tab' && isModal) keepInside(event);
      }}
      onDragOver={refuseFiles}
      onDrop={refuseFiles}
    >
      <Head {...parts} view={view} close={close} />
      <p class="offline" role="status">
        {isOnline ? '' : say('offline')}
      </p>
      <Page view={view} language={texts?.language} {...parts} />
      {isModal && <Announced store={store} />}
    </div>
  );
};

/** Starts what only an open widget needs. */
export const startMessenger = (app: App, frame: Frame): void => {
  const { store, session, storage } = app;
  frame.style(style);
  const outbox = createOutbox(app);
  const drafts = createDrafts();
  // Another tab was answered.
  storage.watch(ASKED, () => store.set({}));
  session.onChange(() => {
    // What another contact had is nothing to this one.
    drafts.clear();
    store.set({ conversations: undefined, threads: {}, steps: {}, view: { name: 'home' } });
    if (store.get().isOpen) void readConversations(app).catch(() => undefined);
  });
  frame.draw('messenger', () => {
    const { isOpen, texts } = store.get();
    if (!isOpen || !texts) return undefined;
    return <Messenger {...{ app, outbox, drafts, say: createSay(texts) }} />;
  });
};
