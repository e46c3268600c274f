import { mapInTurns } from '@parley/timing';
import type { Fact } from '../facts';
import { toStory, type StoredStory } from './stored-story';
import type { OpenTime } from '../hours';
import { tellFacts } from './tell-facts';

/** The facts of tickets, each with its dimensions. A ticket without a history has none. Other work has its turn between tickets. */
export const tellStories = async (
  stories: ReadonlyMap<string, StoredStory | undefined>,
  traits: ReadonlyMap<string, number>,
  openTime: OpenTime,
): Promise<Fact[]> => {
  const facts = await mapInTurns(stories, ([id, stored]): Fact[] => {
    const story = stored && toStory(id, stored);
    if (!story) return [];
    const traitId = traits.get(id);
    const ofTicket = { ticketCreatedAt: story.opening.at, ...(traitId !== undefined && { traitId }) };
    return tellFacts(story, openTime).map((fact) => ({ ...fact, ...ofTicket }));
  });
  return facts.flat();
};
