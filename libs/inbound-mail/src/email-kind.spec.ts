import { chooseSender, emailKind, refusesAutoReply } from './email-kind';
import type { ReceivedEmail } from './read-email';

const FROM = 'Support@Example.com';

const mail = (headers: Record<string, string>, rest: Partial<ReceivedEmail> = {}) => ({
  header: (name: string) => Object.entries(headers).flatMap(([key, value]) => (key === name ? [value] : [])),
  from: { address: 'ada@client.example' },
  replyTo: [],
  messageId: 'x@client.example',
  ...rest,
});

describe('who speaks in a mail', () => {
  it.each<[string, Record<string, string>, Partial<ReceivedEmail>]>([
    ['person', {}, {}],
    ['person', { 'auto-submitted': 'no' }, {}],
    ['person', { 'auto-submitted': 'No; comment' }, {}],
    ['person', { precedence: 'normal' }, {}],
    ['person', { 'x-auto-response-suppress': 'None' }, {}],
    ['person', { 'return-path': '<ada@client.example>' }, {}],
    ['person', {}, { messageId: 'reply.1@other.example' }],
    ['person', {}, { messageId: 'other.1@example.com' }],
    ['auto_reply', { 'auto-submitted': 'Auto-Replied; owner=x' }, {}],
    ['auto_reply', { 'return-path': ' <> ' }, {}],
    ['automatic', { 'auto-submitted': 'auto-generated' }, {}],
    ['automatic', { 'auto-submitted': 'auto-notified' }, {}],
    ['auto_reply', { 'x-autoreply': 'yes' }, {}],
    ['person', { 'x-auto-reply': 'False' }, {}],
    ['person', { 'x-auto-reply': 'N' }, {}],
    ['auto_reply', { 'auto-submitted': '(vacation) auto-replied' }, {}],
    ['person', { 'x-auto-response-suppress': 'DR, OOF, AutoReply' }, {}],
    ['person', { 'list-id': 'x', precedence: 'bulk' }, {}],
    ['person', { 'x-loop': 'a@b.co' }, {}],
    ['report', { 'content-type': 'Multipart/Report; report-type=disposition-notification' }, {}],
    ['report', { 'auto-submitted': 'auto-replied' }, { from: { address: 'mailer-daemon@client.example' } }],
    ['loop', {}, { messageId: 'ticket.1@EXAMPLE.com' }],
    ['loop', {}, { from: { address: 'support@example.com' } }],
    [
      'loop',
      {},
      {
        from: { address: 'support@example.com' },
        replyTo: [{ address: `reply+${'1'.repeat(24)}.${'2'.repeat(24)}@example.com` }],
      },
    ],
    [
      'person',
      {},
      { from: { address: 'support@example.com' }, replyTo: [{ address: 'ada@client.example' }] },
    ],
  ])('is a %s: %j %j', (kind, headers, rest) => expect(emailKind(mail(headers, rest), FROM)).toBe(kind));
});

it.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ 'x-auto-response-suppress': 'None' }, false],
  [{ 'x-auto-response-suppress': 'All' }, true],
  [{ precedence: 'List' }, true],
  [{ precedence: 'normal' }, false],
  [{ 'list-id': '<x>' }, true],
  [{ 'x-loop': 'a@b.co' }, true],
])('asks for no automatic answer: %j %s', (headers, refuses) =>
  expect(refusesAutoReply(mail(headers))).toBe(refuses),
);

describe('who gets the answer (31.8)', () => {
  const choose = (from: string, replyTo: string[], trustReplyTo = false) =>
    chooseSender(mail({}, { from: { address: from }, replyTo: replyTo.map((address) => ({ address })) }), {
      mailFrom: FROM,
      trustReplyTo,
    })?.address;
  const ours = `reply+${'1'.repeat(24)}.${'2'.repeat(24)}@client.example`;

  it.each([
    ['an address at the domain of From', 'noreply@shop.example', 'mia@shop.example', 'mia@shop.example'],
    ['From, for another domain', 'noreply@shop.example', 'mia@client.example', 'noreply@shop.example'],
    ['From, for a domain below', 'a@shop.example', 'b@x.shop.example', 'a@shop.example'],
    ['whom a group names in our own name', 'support@example.com', 'mia@client.example', 'mia@client.example'],
    ['From, for a reply address of ours', 'ada@client.example', ours, 'ada@client.example'],
  ])('is %s', (_who, from, replyTo, chosen) => expect(choose(from, [replyTo])).toBe(chosen));

  it('is the person whom a trusted form names, also beside the form itself', () => {
    expect(choose('noreply@shop.example', ['mia@client.example'], true)).toBe('mia@client.example');
    expect(choose('help@shop.example', ['help@shop.example', 'mia@client.example'], true)).toBe(
      'mia@client.example',
    );
    expect(choose('help@shop.example', ['help@shop.example'], true)).toBe('help@shop.example');
  });
});
