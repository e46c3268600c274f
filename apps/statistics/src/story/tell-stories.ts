import type { Fact } from '../facts';
import { toStory, type StoredStory } from './stored-story';
import type { OpenTime } from '../hours';
import { tellFacts } from './tell-facts';

/** The facts of tickets, each with its dimensions. A ticket without a history has none. */
export const tellStories = (
  stories: ReadonlyMap<string, StoredStory | undefined>,
  traits: ReadonlyMap<string, number>,
  openTime: OpenTime,
): Fact[] =>
  [...stories].flatMap(([id, stored]) => {
    const story = stored && toStory(id, stored);
    if (!story) return [];
    const traitId = traits.get(id);
    const ofTicket = { ticketCreatedAt: story.opening.at, ...(traitId !== undefined && { traitId }) };
    return tellFacts(story, openTime).map((fact) => ({ ...fact, ...ofTicket }));
  });
