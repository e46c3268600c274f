import { emailKind, chooseSender } from './email-kind';
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
    ['automatic', { 'x-auto-response-suppress': 'DR, OOF, AutoReply' }, {}],
    ['automatic', { 'list-id': 'x', precedence: 'bulk' }, {}],
    ['list', { 'list-id': '<x>' }, {}],
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

it('believes an address to answer to only of a mail in our own name', () => {
  const replyTo = [{ address: 'eve@client.example' }];
  expect(chooseSender(mail({}, { replyTo }), FROM)?.address).toBe('ada@client.example');
  expect(chooseSender(mail({}, { replyTo, from: { address: 'support@example.com' } }), FROM)?.address).toBe(
    'eve@client.example',
  );
});
