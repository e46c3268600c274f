import { render } from 'preact';
import { App } from './app';
import {
  askAhead,
  isGiven,
  list,
  loadTexts,
  openListEarly,
  readLastSession,
  readPlace,
  readSession,
  sendLeft,
  session,
  startSession,
  tellFailure,
} from './core';
import { startFirstRun } from './first-run';
import { startNotices } from './notices';

/** The project that a link names. */
const asked = new URLSearchParams(location.search).get('project') ?? undefined;

/** Longest that the first list is waited for, in milliseconds. A page that is not in sight draws none. */
const LIST_MS = 3_000;

/** Runs it once nothing is left to draw. Safari has no idle callbacks. */
const whenIdle = (run: () => void): void =>
  void requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(run));

/** Until the first list is drawn, or late: all that is requested before it delays it. */
const untilListShows = async (): Promise<void> => {
  if (list.value.key === '') return;
  let stop = (): void => undefined;
  const drawn = new Promise<void>((resolve) => {
    stop = list.subscribe(({ total }) => {
      if (total !== undefined) whenIdle(resolve);
    });
  });
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, LIST_MS))]);
  stop();
};

const begin = async (): Promise<void> => {
  const place = readPlace(location.pathname);
  const last = readLastSession(asked);
  const view = place.page === 'tickets' && isGiven(place.view) ? place.view : undefined;
  if (last && view !== undefined) askAhead(view, last);
  await Promise.all([loadTexts(), readSession(asked)]);
  if (asked !== undefined) history.replaceState(history.state, '', location.pathname);
  if (typeof session.value === 'object' && view !== undefined) openListEarly(view);
  // The request leaves before the page is drawn, which takes longer than the answer.
  await new Promise((resolve) => setTimeout(resolve));
  render(<App />, document.getElementById('inbox') as HTMLElement);
  // Who signs in later begins then.
  let begun = false;
  session.subscribe((value) => {
    if (begun || typeof value !== 'object') return;
    begun = true;
    sendLeft();
    void untilListShows().then(() => {
      startSession().catch(tellFailure);
      startFirstRun();
      startNotices();
    });
  });
};

begin().catch((error: unknown) => {
  document.body.textContent = `The inbox could not be loaded. Please reload the page. (${String(error)})`;
});
