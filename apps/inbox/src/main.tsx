import { render } from 'preact';
import { App } from './app';
import {
  isGiven,
  loadTexts,
  openListEarly,
  readPlace,
  readSession,
  session,
  startSession,
  tellFailure,
} from './core';
import { startFirstRun } from './first-run';
import { startNotices } from './notices';

/** The project that a link names. */
const asked = new URLSearchParams(location.search).get('project') ?? undefined;

const begin = async (): Promise<void> => {
  await Promise.all([loadTexts(), readSession(asked)]);
  if (asked !== undefined) history.replaceState(history.state, '', location.pathname);
  const place = readPlace(location.pathname);
  if (typeof session.value === 'object' && place.page === 'tickets' && isGiven(place.view))
    openListEarly(place.view);
  // The request leaves before the page is drawn, which takes longer than the answer.
  await new Promise((resolve) => setTimeout(resolve));
  render(<App />, document.getElementById('inbox') as HTMLElement);
  // Who signs in later begins then.
  let begun = false;
  session.subscribe((value) => {
    if (begun || typeof value !== 'object') return;
    begun = true;
    startSession().catch(tellFailure);
    startFirstRun();
    startNotices();
  });
};

begin().catch((error: unknown) => {
  document.body.textContent = `The inbox could not be loaded. Please reload the page. (${String(error)})`;
});
