import type { HistoryActor } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import { type StoredStory, withoutMessage } from './stored-story';

/** The current contact of the ticket. */
export const readContactId = ({ facts }: StoredStory): string | undefined => facts?.sessionId;

/** Contacts that a story names. */
export const contactsIn = (story: StoredStory): string[] => {
  const { facts, changes, messages } = story;
  const actors = [facts?.createdBy, ...Object.values(changes).map(({ actor }) => actor)];
  return [
    ...new Set([
      ...[readContactId(story)].flatMap((id) => id ?? []),
      ...actors.flatMap((actor) => (actor?.type === 'contact' ? (actor.id ?? []) : [])),
      ...Object.values(messages).flatMap(({ authorType, authorId }) =>
        authorType === 'contact' ? (authorId ?? []) : [],
      ),
    ]),
  ];
};

/** Those of some contacts that were deleted, not merged. */
export const deletedIn = (heirs: ReadonlyMap<string, string | null>): Set<string> =>
  new Set([...heirs].flatMap(([id, heirId]) => (heirId === null ? id : [])));

/** A history with merged contacts replaced by the remaining ones. */
export const inherited = (story: StoredStory, heirs: ReadonlyMap<string, string | null>): StoredStory =>
  JSON.parse(
    // Ids are 24 hex digits and stand as whole values.
    JSON.stringify(story).replace(/"([0-9a-f]{24})"(?!:)/g, (_whole, id: string) =>
      JSON.stringify(heirs.get(id) ?? id),
    ),
  ) as StoredStory;

/** Of a contact that was deleted it stays known that a contact acted, and not which. */
const nameless = (actor: HistoryActor | undefined, gone: ReadonlySet<string>): HistoryActor | undefined =>
  actor?.type === 'contact' && gone.has(actor.id ?? '') ? { ...actor, id: undefined } : actor;

/** The history of another contact's ticket without deleted contacts: their messages and their ids are removed. */
export const withoutContacts = (story: StoredStory, gone: ReadonlySet<string>): StoredStory => {
  const { facts, changes } = story;
  const told: StoredStory = {
    ...story,
    ...(facts && { facts: { ...facts, createdBy: nameless(facts.createdBy, gone) } }),
    changes: Object.fromEntries(
      Object.entries(changes).map(([id, change]) => [id, { ...change, actor: nameless(change.actor, gone) }]),
    ),
  };
  return Object.values(story.messages)
    .filter(({ authorType, authorId }) => authorType === 'contact' && gone.has(authorId ?? ''))
    .reduce<StoredStory>((rest, { id }) => withoutMessage(rest, id), told);
};
