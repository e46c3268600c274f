import { readDrafted } from './drafted';
import { startLive } from './live';
import { readPeople } from './people';
import { readAtReturn } from './reading';
import { tellFailure } from './toasts';
import { countViews, readViews } from './views';

/** Between two reads of the views that no event announces: those that colleagues saved, and what time alone moves. */
const VIEWS_MS = 60_000;

const readViewsAgain = async (): Promise<void> => {
  if (document.hidden) return;
  await readViews();
  await countViews();
};

/** Begins the work of a session: people, views, counts, and events as they happen. */
export const startSession = async (): Promise<void> => {
  await Promise.all([readPeople(), readViews()]).catch(tellFailure);
  countViews().catch(tellFailure);
  startLive().catch(tellFailure);
  readDrafted().catch(tellFailure);
  readAtReturn();
  // The next time, when this one fails.
  setInterval(() => void readViewsAgain().catch(() => undefined), VIEWS_MS);
};
