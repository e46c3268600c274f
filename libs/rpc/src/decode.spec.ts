import { setImmediate as nextTurn } from 'node:timers/promises';
import { SendMailRequest } from '@parley/proto/generated/parley/mail/v1/mailbox_sender_service';
import { ListTicketsResponse } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { ImportTicketsRequest } from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { decodeInTurns } from './decode';
import { encode, type Encoder } from './encode';

const makeMany = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const makeMail = (headers: number, references: number, text: string): Uint8Array =>
  encode(SendMailRequest as Encoder, {
    mailboxId: 'm',
    from: { address: 'a@b.example', name: 'A' },
    subject: 'Žluť',
    text,
    headers: Object.fromEntries(makeMany(headers, (index) => [`x-${index}`, 'v'.repeat(index)])),
    references: makeMany(references, (index) => `r${index}`.repeat(index)),
    date: new Date(1_800_000_000_000),
  });

const makeLists = (index: number): Uint8Array =>
  encode(SendMailRequest as Encoder, {
    headers: { [`h-${index % 50}`]: `${index}` },
    references: [`r${index}`],
  });

const tickets = makeMany(3_000, (index) => ({
  externalId: `e${index}`,
  title: index % 3 === 0 ? undefined : `Žluť ${index}`,
  tags: makeMany(index % 4, (tag) => `tag ${tag}`),
  customData: { order: index, deep: { list: [index, null, 'x'.repeat(400)] } },
  events: makeMany(index % 60, (at) => ({ kind: 'message', comment: `${at}` })),
}));

it.each([
  ['nothing', new Uint8Array()],
  ['no list', makeMail(0, 0, 'x'.repeat(2_000_000))],
  ['lists of 49', makeMail(49, 49, 'x')],
  ['lists of 50', makeMail(50, 50, 'x')],
  ['long lists of texts and a map', makeMail(2_000, 2_000, 'x'.repeat(100))],
  ['a list and a map that take turns', Buffer.concat([makeMail(9, 9, 'x'), ...makeMany(90, makeLists)])],
])('reads a message in turns as at once: %s', async (_, bytes) => {
  expect(await decodeInTurns(SendMailRequest, bytes)).toEqual(SendMailRequest.decode(bytes));
});

it('lets other work have its turn while it reads a long list', async () => {
  const bytes = encode(ImportTicketsRequest as Encoder, { tickets });
  let turns = 0;
  let reading = true;
  const count = async (): Promise<void> => {
    for (; reading; turns += 1) await nextTurn();
  };
  const counting = count();
  const request = await decodeInTurns(ImportTicketsRequest, bytes);
  reading = false;
  await counting;
  expect(request).toEqual(ImportTicketsRequest.decode(bytes));
  expect(turns).toBeGreaterThan(5);
});

it('refuses what is no message', async () => {
  await expect(decodeInTurns(ListTicketsResponse, Buffer.from([10, 5, 1]))).rejects.toThrow();
});
