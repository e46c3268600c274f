import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary, lazy, useLocation } from 'preact-iso';
import { Commands } from '../commands';
import { isLive, openList, type Place, readPlace, say, START, viewCounts } from '../core';
import { FirstRun, isFirstRun } from '../first-run';
import { TicketList } from '../list';
import { Conversation } from '../thread';
import { useKeys } from './use-keys';
import { Views } from './views';

/** Pages that are loaded when they are opened. */
const Settings = lazy(() => import('../settings').then((page) => page.Settings));
const Figures = lazy(() => import('../figures').then((page) => page.Figures));

/** The page of a path; a path alone leads to where everybody begins. */
const usePlace = (): Place => {
  const { path, route } = useLocation();
  const isBare = /^\/inbox\/?$/.test(path);
  useEffect(() => {
    if (isBare) route(START, true);
  }, [isBare]);
  return readPlace(path);
};

const useTitle = (): void => {
  const { mine = 0 } = viewCounts.value;
  useEffect(() => {
    document.title = mine > 0 ? `(${mine}) ${say('title')}` : say('title');
  }, [mine]);
};

/** A file that is dropped beside the composer would replace the page. */
const useNoDrop = (): void =>
  useEffect(() => {
    const prevent = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', prevent);
    addEventListener('drop', prevent);
    return () => {
      removeEventListener('dragover', prevent);
      removeEventListener('drop', prevent);
    };
  }, []);

const Tickets = ({ view, ticketId }: { view: string; ticketId: string | undefined }): VNode => {
  useEffect(() => openList(view), [view]);
  return (
    <>
      <TicketList view={view} openId={ticketId} />
      {ticketId === undefined ? (
        <main class="conversation none" aria-label={say('conversation')}>
          {isFirstRun() ? <FirstRun /> : <p>{say('conversation.none')}</p>}
        </main>
      ) : (
        <Conversation key={ticketId} view={view} ticketId={ticketId} />
      )}
    </>
  );
};

/** Everything after the sign-in: views, and beside them tickets or another page. */
export const Shell = (): VNode => {
  const place = usePlace();
  useTitle();
  useKeys(place);
  useNoDrop();
  const here = place.page === 'tickets' ? place.view : place.page;
  const isFirst = isFirstRun() && viewCounts.value['all'] === 0;
  const hasTicket = place.page === 'tickets' && place.ticketId !== undefined;
  return (
    <div class={`shell on-${place.page} ${hasTicket ? 'reading' : 'choosing'} ${isFirst ? 'first' : ''}`}>
      <Views here={here} />
      {!isLive.value && (
        <p class="offline" role="status">
          {say('offline')}
        </p>
      )}
      {place.page === 'tickets' && <Tickets view={place.view} ticketId={place.ticketId} />}
      <ErrorBoundary>
        {place.page === 'settings' && <Settings />}
        {place.page === 'figures' && <Figures />}
      </ErrorBoundary>
      <Commands place={place} />
    </div>
  );
};
