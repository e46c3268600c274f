import { type Ai, dot } from '@parley/ai';
import { type Caller, createClient, createLocalCaller, implement, systemContext } from '@parley/rpc';
import { TicketComparisonServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import { TicketTextServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { quiet } from './neighbours';

/** Stands in for the knowledge service: compares what the tickets say at the time of the call, and keeps nothing. */
export const createComparison = (ai: Ai, tickets: () => Caller): Caller => {
  const read = async (projectId: string, ids: readonly string[], ...others: string[]) => {
    const client = createClient(TicketTextServiceDefinition, tickets());
    const texts = new Map<string, string>();
    for (let start = 0; start < ids.length; start += 100) {
      const request = { ticketIds: ids.slice(start, start + 100), withMessages: false };
      const found = await client.getTicketTexts(request, systemContext('knowledge', { projectId }));
      for (const { ticketId, title, content } of found.tickets) texts.set(ticketId, `${title}\n${content}`);
    }
    const known = ids.filter((id) => texts.get(id)?.trim());
    const { vectors } = await ai.embed([...others, ...known.map((id) => texts.get(id) ?? '')]);
    const ranked = known.map((id, index) => ({ id, vector: vectors[index + others.length] as Float32Array }));
    return { asked: vectors[0] as Float32Array, ranked };
  };
  const comparison = implement(TicketComparisonServiceDefinition, {
    rankTickets: async ({ query, ticketIds, minSimilarity = ai.similarity.related, limit }, { scope }) => {
      const { asked, ranked } = await read(scope.projectId ?? '', ticketIds, query);
      const scored = ranked.map(({ id, vector }) => ({ ticketId: id, similarity: dot(asked, vector) }));
      const similar = scored.filter(({ similarity }) => similarity >= minSimilarity);
      return { tickets: similar.sort((a, b) => b.similarity - a.similarity).slice(0, limit) };
    },
    groupTickets: async ({ ticketIds }, { scope }) => {
      let { ranked: open } = await read(scope.projectId ?? '', ticketIds, 'model');
      const groups: { ticketIds: string[]; similarity: number }[] = [];
      while (open.length > 0) {
        const [leader, ...others] = open as [(typeof open)[number], ...typeof open];
        const isAlike = (one: (typeof open)[number]): boolean =>
          dot(leader.vector, one.vector) >= ai.similarity.same;
        const alike = others.filter(isAlike);
        open = others.filter((one) => !isAlike(one));
        if (alike.length > 0)
          groups.push({ ticketIds: [leader.id, ...alike.map(({ id }) => id)], similarity: 0.9 });
      }
      return { groups };
    },
  });
  return createLocalCaller([comparison], quiet);
};
