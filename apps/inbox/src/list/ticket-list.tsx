import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ErrorBoundary, lazy } from 'preact-iso';
import { list, look, pathTo, say } from '../core';
import { active, findActive, setActive } from './active';
import { Head } from './head';
import { isAnyMarked, markOnly } from './marked';
import { searchText } from './search-field';
import { TicketRow } from './ticket-row';
import { useViewers } from './use-viewers';
import { useVirtual } from './use-virtual';

const MarkedBar = lazy(() => import('./marked-bar').then((part) => part.MarkedBar));
const SearchResults = lazy(() => import('../search').then((part) => part.SearchResults));

/** Height of a row in pixels, as in the style. */
const ROW = 96;
/** Rows that pass by faster than this are not read. */
const PASSING_MS = 80;

/** Reads the rows in sight, once they stay there. */
const useLook = (from: number, to: number): void => {
  const { ids, total, key } = list.value;
  useEffect(() => {
    const timer = setTimeout(() => look(from, to), PASSING_MS);
    return () => clearTimeout(timer);
  }, [from, to, total, ids, key]);
};

const Rows = ({ view, openId }: { view: string; openId: string | undefined }): VNode => {
  const { ids, total = 0, total: known } = list.value;
  const scroll = useRef<HTMLDivElement>(null);
  const { items, height, reveal } = useVirtual({ scroll, count: total, size: ROW });
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  useLook(from, to);
  useViewers(from, to);
  const openAt = openId === undefined ? -1 : ids.indexOf(openId);
  // A key may follow before the paint.
  useLayoutEffect(() => {
    if (openAt >= 0) setActive(openAt, openId);
  }, [openAt]);
  const activeAt = findActive();
  const { value: step } = active;
  useEffect(() => {
    if (activeAt >= 0) reveal(activeAt);
  }, [step]);
  return (
    <div class="scroll" ref={scroll} tabIndex={0} role="group" aria-label={say('list.scroll')}>
      {known === 0 && <p class="empty">{say('list.empty')}</p>}
      <ul aria-label={say('tickets')} style={{ height: `${height}px` }} aria-busy={known === undefined}>
        {items.map(({ index, start }) => (
          <TicketRow
            key={ids[index] ?? index}
            id={ids[index]}
            view={view}
            isOpen={index === openAt}
            isActive={index === activeAt}
            top={start}
            position={index}
            total={total}
          />
        ))}
      </ul>
    </div>
  );
};

/** The tickets of a view. Only the rows in sight are there. */
export const TicketList = ({ view, openId }: { view: string; openId: string | undefined }): VNode => {
  useLayoutEffect(() => {
    markOnly();
    setActive(-1);
  }, [view]);
  return (
    <section class="tickets" aria-label={say('tickets')}>
      <Head view={view} />
      <ErrorBoundary>
        {searchText.value.trim() === '' ? (
          <Rows view={view} openId={openId} />
        ) : (
          <SearchResults text={searchText.value} open={(id) => pathTo(view, id)} />
        )}
      </ErrorBoundary>
      <ErrorBoundary>{isAnyMarked() && <MarkedBar />}</ErrorBoundary>
    </section>
  );
};
