import { eventually } from '@parley/testing';
import { required, type TestKnowledge } from './knowledge';
import type { TestTicket } from './neighbours';

/** Has the tickets service tell of a new ticket; resolves when it has its vectors. */
export const tellOfTicket = async (
  { db, neighbours, publish }: TestKnowledge,
  projectId: string,
  changes: Partial<TestTicket>,
): Promise<TestTicket> => {
  const ticket = neighbours.ticket(projectId, changes);
  await publish('tickets.v1.ticket.created', projectId, ticket.id, { ticket: { id: ticket.id } });
  await eventually(async () =>
    expect(await db.query('SELECT FROM source_mark WHERE id = $1', [ticket.id])).toHaveLength(0),
  );
  return ticket;
};

const title = 'The app crashes';
/** Much of it is a secret, which is in no vector. */
const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ+IBADANB/gkqhkiG9w0BAQEF\n'.repeat(20)}-----END PRIVATE KEY-----`;

/** What has to hold with any model: a ticket is found by its title and description, whatever else was said in it. */
export const expectSimilarToItself = async (service: TestKnowledge): Promise<void> => {
  const its = service.project();
  const messages = Array.from(
    { length: 40 },
    (_, n) => `Another matter number ${n}: invoices, parcels, gardens.`,
  );
  for (const description of ['It crashes whenever I upload a photo from my phone.', `It says ${key}`]) {
    const { id } = await tellOfTicket(service, its.id, { title, description, messages });
    const query = `${title} ${description}`;
    const { results } = await service.knowledge.findSimilarTickets({ query }, its.as('agent'));
    const best = required(results[0]);
    expect(best).toMatchObject({ ticketId: id, title });
    expect(best.similarity).toBeGreaterThanOrEqual(0.6);
    expect(best.similarity).toBeLessThanOrEqual(1);
  }
};
