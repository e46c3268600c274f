import { DomainError } from '@parley/errors';
import { type ServiceCallers, bind } from './bind';
import { ticketImportOperations } from '../routes/ticket-import.routes';

const LARGE = 1024 * 1024;

const [operation] = ticketImportOperations;
// What is read is not sent to anybody.
const nobody = new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }) as ServiceCallers;
const { assembler } = bind(operation as NonNullable<typeof operation>, ticketImportOperations, nobody);

type Body = { tickets: Record<string, unknown>[] };

const body = (): Body => ({
  tickets: Array.from({ length: 50 }, (_, n) => ({
    externalId: `e${n}`,
    createdAt: '2026-01-01',
    title: null,
    unknown: true,
    events: [
      { kind: 'message', at: '2026-01-02T00:00:00+01:00', from: 'contact', comment: 'Hi' },
      { kind: 'assign', at: '2026-01-02T00:00:00Z', processingUser: null },
    ],
  })),
});

const read = async (sent: Body, size: number): Promise<unknown> => {
  try {
    return await assembler.body(sent, size);
  } catch (error) {
    if (error instanceof DomainError) return error.fields;
    throw error;
  }
};

describe('a large body', () => {
  it('is read in stretches as a small one is in one go', async () => {
    const message = await read(body(), LARGE);
    expect(message).toEqual(await read(body(), 1));
    expect(message).toMatchObject({
      tickets: expect.arrayContaining([
        expect.objectContaining({ externalId: 'e49', createdAt: '2026-01-01T00:00:00.000Z' }),
      ]),
    });
  });

  it.each<[string, (sent: Body) => void]>([
    ['an element', (sent) => Object.assign(sent.tickets[33] ?? {}, { externalId: 5 })],
    ['an element of an element', (sent) => Object.assign(sent.tickets[33] ?? {}, { events: [{ at: 'no' }] })],
    ['an element that is none', (sent) => sent.tickets.push(null as never)],
    ['the list', (sent) => Object.assign(sent, { tickets: 5 })],
    ['what is missing', (sent) => Object.assign(sent, { tickets: undefined })],
  ])('names the same place of what is wrong: %s', async (_what, spoil) => {
    const [large, small] = [body(), body()];
    spoil(large);
    spoil(small);
    const [problem] = (await read(small, 1)) as unknown[];
    expect(problem).toBeDefined();
    expect(await read(large, LARGE)).toEqual([problem]);
  });
});
