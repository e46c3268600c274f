import type { RowCase } from './row-case';

const TICKET = '0000000000000000000000f1';

/** Cases of imported tickets. */
export const ticketImportCases: RowCase[] = [
  {
    row: 'tickets.import',
    method: 'POST',
    path: '/tickets/importer',
    request: {
      body: {
        tickets: [
          {
            externalId: 'zd-1',
            createdAt: '2024-03-01T09:00:00Z',
            title: null,
            email: 'ada@example.com',
            customData: { a: null },
            nulls: ['name'],
            events: [
              { at: '2024-03-01T09:00:00Z', kind: 'message', from: 'contact', comment: 'It is dark.' },
              { at: '2024-03-01T09:30:00Z', kind: 'assign', processingUser: null, nulls: ['status'] },
            ],
          },
          { externalId: 'zd-2', createdAt: '2024-03-01T09:00:00Z' },
        ],
      },
    },
    rpc: 'importTickets',
    received: {
      tickets: [
        expect.objectContaining({
          externalId: 'zd-1',
          title: undefined,
          nulls: ['title'],
          customData: { a: null },
          events: [
            expect.objectContaining({ kind: 'message', from: 'contact', comment: 'It is dark.', nulls: [] }),
            expect.objectContaining({ kind: 'assign', processingUser: undefined, nulls: ['processingUser'] }),
          ],
        }),
        expect.objectContaining({ externalId: 'zd-2', events: [], nulls: [] }),
      ],
    },
    response: { tickets: [{ externalId: 'zd-1', id: TICKET, created: true }] },
    document: { tickets: [{ externalId: 'zd-1', id: TICKET, created: true }] },
  },
];
