import { SetNetworkLogsRequest } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { ImportTicketsRequest } from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { encode, encodeInTurns, isLong } from './encode';

const makeTickets = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `e${index}`,
    title: index % 3 === 0 ? undefined : `Žluť ${index}`,
    tags: Array.from({ length: index % 4 }, (_tag, tag) => `tag ${tag}`),
    customData: { order: index },
    events: Array.from({ length: index % 7 }, (_event, at) => ({ kind: 'message', comment: `${at}` })),
  }));

it.each([50, 51, 54, 55, 500])('encodes a list of %d messages in turns as at once', async (count) => {
  const request = { tickets: makeTickets(count) };
  expect(isLong(ImportTicketsRequest, request)).toBe(true);
  const bytes = await encodeInTurns(ImportTicketsRequest, request);
  expect(bytes.equals(encode(ImportTicketsRequest, request))).toBe(true);
  expect(ImportTicketsRequest.decode(bytes).tickets).toHaveLength(count);
});

it.each([
  ['a short list', { tickets: makeTickets(49) }],
  ['texts alone', { ids: Array<string>(1_000).fill('x') }],
  ['nothing', {}],
])('does not take turns for %s', (_, request) => {
  expect(isLong(ImportTicketsRequest, request)).toBe(false);
});

it('does not take a list that is one field apart', () => {
  const request = { networkLogs: Array.from({ length: 100 }, (_, index) => ({ url: `/${index}` })) };
  expect(isLong(SetNetworkLogsRequest, request)).toBe(false);
  expect(SetNetworkLogsRequest.decode(encode(SetNetworkLogsRequest, request)).networkLogs).toEqual(
    request.networkLogs,
  );
});
