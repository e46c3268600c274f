import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { say, tellFailure, type TextKey, toast } from '../core';
import { find, findNewest, type Found, type Group } from './find';
import { MarkedWords } from './marked-words';

/** Typing pauses so long before the search is made. */
const PAUSE_MS = 200;
const FIELD = 'search';

interface Results {
  text: string;
  groups: readonly Group[];
}

/** The results for a text. Answers to former texts are dropped. */
const useResults = (text: string): Results | undefined => {
  const [results, setResults] = useState<Results>();
  useEffect(() => {
    const ending = new AbortController();
    const search = async (): Promise<void> => {
      const groups = await find(text, ending.signal);
      if (!ending.signal.aborted) setResults({ text, groups });
    };
    const timer = setTimeout(() => {
      search().catch((error: unknown) => {
        if (!ending.signal.aborted) tellFailure(error);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text]);
  return results;
};

/** The arrows and Enter of the field choose among the results. */
const useFieldKeys = (count: number, pick: (index: number) => void): [number, (index: number) => void] => {
  const [active, setActive] = useState(0);
  const at = Math.min(active, count - 1);
  const latest = useRef({ at, count, pick });
  latest.current = { at, count, pick };
  // A key may follow before the paint.
  useLayoutEffect(() => {
    const field = document.getElementById(FIELD);
    const onKeyDown = (event: KeyboardEvent): void => {
      const { at: place, count: many, pick: open } = latest.current;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && many > 0) setActive((place + step + many) % many);
      else if (event.key === 'Enter' && !event.isComposing && place >= 0) open(place);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    field?.addEventListener('keydown', onKeyDown);
    return () => field?.removeEventListener('keydown', onKeyDown);
  }, []);
  useLayoutEffect(() => {
    const field = document.getElementById(FIELD);
    if (at < 0) field?.removeAttribute('aria-activedescendant');
    else field?.setAttribute('aria-activedescendant', `found-${at}`);
    document.getElementById(`found-${at}`)?.scrollIntoView({ block: 'nearest' });
    return () => field?.removeAttribute('aria-activedescendant');
  }, [at]);
  return [at, setActive];
};

const Hit = ({
  found,
  index,
  isActive,
  pick,
  point,
}: {
  found: Found;
  index: number;
  isActive: boolean;
  pick: () => void;
  point: () => void;
}): VNode => (
  <div
    id={`found-${index}`}
    role="option"
    class={isActive ? 'hit active' : 'hit'}
    aria-selected={isActive}
    onPointerMove={point}
    onClick={pick}
  >
    <strong dir="auto">{found.title}</strong>
    <MarkedWords words={found.words} />
  </div>
);

/** The results of the search, by kind; arrows move in the field, Enter opens. */
export const SearchResults = ({ text, open }: { text: string; open: (ticket: string) => string }): VNode => {
  const { route } = useLocation();
  const results = useResults(text.trim());
  const groups = results?.groups ?? [];
  const all = groups.flatMap(({ found }) => found);
  const show = async ({ target }: Found): Promise<void> => {
    const ticket = 'ticket' in target ? target.ticket : await findNewest(target.contact);
    if (ticket === undefined) toast(say('search.no-ticket'));
    else route(open(ticket));
  };
  const pick = (index: number): void => {
    const found = all[index];
    if (found) show(found).catch(tellFailure);
  };
  const [at, point] = useFieldKeys(all.length, pick);
  const isDone = results?.text === text.trim();
  let index = -1;
  return (
    <div class="scroll results" aria-busy={!isDone}>
      <p class="sr-only" role="status">
        {isDone && say('search.count', { count: all.length })}
      </p>
      {isDone && all.length === 0 && <p class="empty">{say('search.none')}</p>}
      <div id="search-results" role="listbox" aria-label={say('search.results')}>
        {groups.map(({ name, found }) => (
          <div key={name} role="group" aria-labelledby={`found-${name}`}>
            <h2 id={`found-${name}`} role="presentation">
              {say(`search.${name}` as TextKey)}
            </h2>
            {found.map((one) => {
              index += 1;
              const place = index;
              return (
                <Hit
                  key={one.key}
                  found={one}
                  index={place}
                  isActive={place === at}
                  pick={() => pick(place)}
                  point={() => point(place)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
};
