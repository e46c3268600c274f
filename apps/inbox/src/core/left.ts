import type { MessagesCreateBody } from '@parley/client';
import { current } from './session';
import { readStored, writeStored } from './stored';

/** A message that was on its way when its window closed. */
export interface Left {
  key: string;
  body: MessagesCreateBody;
  text: string;
  user: string;
  project: string;
  at: string;
}

const STORED = 'parley-inbox-left';
/** Within it the platform knows the key of a message again. */
const KEPT_MS = 12 * 3_600_000;

const readAll = (): Left[] =>
  readStored<Left[]>(STORED, []).filter(({ at }) => Date.now() - Date.parse(at) < KEPT_MS);

/** Keeps messages until the platform is known to have them. */
export const keepLeft = (messages: readonly Pick<Left, 'key' | 'body' | 'text'>[]): void => {
  const { user, project } = current();
  const at = new Date().toISOString();
  const others = readAll().filter(({ key }) => !messages.some((one) => one.key === key));
  const added = messages.map(({ key, body, text }) => ({
    key,
    body,
    text,
    user: user.id,
    project: project.id,
    at,
  }));
  writeStored(STORED, [...others, ...added]);
};

/** Forgets a message that the platform has, or refused. */
export const forgetLeft = (key: string): void => {
  const all = readAll();
  if (all.some((one) => one.key === key))
    writeStored(
      STORED,
      all.filter((one) => one.key !== key),
    );
};

/** The messages of this person in this project. */
export const readLeft = (): Left[] => {
  const { user, project } = current();
  return readAll().filter((left) => left.user === user.id && left.project === project.id);
};

/** Deletes the kept draft of a message that left, unless it was changed since. */
export const dropLeftDraft = async ({ body: { ticket }, at }: Left): Promise<void> => {
  const { tickets } = current().parley;
  const { draft } = await tickets.draft(ticket);
  if (draft && (draft.updatedAt ?? '') <= at) await tickets.deleteDraft(ticket);
};
