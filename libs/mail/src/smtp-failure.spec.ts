import { isBadRecipient, isLasting, readStatus } from './smtp-failure';

const rcpt = (response: string) => ({
  code: 'EENVELOPE',
  command: 'RCPT TO',
  response,
  responseCode: Number(response.slice(0, 3)),
});
const data = (response: string) => ({ ...rcpt(response), code: 'EMESSAGE', command: 'DATA' });
const sender = (response: string) => ({ ...rcpt(response), command: 'MAIL FROM' });

describe('a lasting refusal of the recipient', () => {
  it.each([
    ['550 5.1.1 No such user', true],
    ['550-5.1.1 The account does not exist\n550 5.1.1 Learn more', true],
    ['553 5.1.3 Bad address syntax', true],
    ['551 5.1.6 Moved', true],
    ['550 No such user here', true],
    ['550 5.7.1 Refused by policy', false],
    ['552 5.2.2 Mailbox full', false],
    ['554 Refused', false],
    ['551 User not local', false],
    ['450 4.1.1 Try again', false],
    ['450 Mailbox busy', false],
  ])('%s: %s', (answer, expected) => expect(isBadRecipient(rcpt(answer))).toBe(expected));

  it('after the content only with 5.1.x, never for the sender', () => {
    expect(isBadRecipient(data('550 5.1.1 No such user'))).toBe(true);
    expect(isBadRecipient(data('550 Looks like spam'))).toBe(false);
    expect(isBadRecipient(sender('550 5.1.8 Bad sender domain'))).toBe(false);
    expect(isBadRecipient(sender('550 Sender refused'))).toBe(false);
  });
});

it.each([
  ['550 5.7.1 Refused', true],
  ['451 4.7.1 Later', false],
  ['535 5.7.8 Credentials', false],
])('%s lasts: %s', (answer, expected) => expect(isLasting(rcpt(answer))).toBe(expected));

it('a broken connection is no refusal', () => {
  expect(isLasting({ code: 'ECONNECTION' })).toBe(false);
  expect(isBadRecipient({ code: 'ETIMEDOUT', command: 'RCPT TO' })).toBe(false);
});

it.each([
  ['550 5.1.1 x', '5.1.1'],
  ['550-5.10.123 x', '5.10.123'],
  ['550 5.1.1', '5.1.1'],
  ['550 5.1 x', undefined],
  ['550 version 5.1.1 of us', undefined],
  ['', undefined],
])('%j has the status %s', (response, expected) => expect(readStatus({ response })).toBe(expected));
