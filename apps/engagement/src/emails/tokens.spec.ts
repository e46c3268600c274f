import { createSealer, readClick, signClick } from '@parley/auth';
import {
  bounceLocalPart,
  messageToken,
  openToken,
  readBounceAddress,
  readMessageId,
  readOpenToken,
} from './tokens';

const sealer = createSealer(['a'.repeat(32)]);
const mail = { projectId: '1'.repeat(24), deliveryId: '2'.repeat(24) };
const other = { ...mail, deliveryId: '3'.repeat(24) };

it('the address of reports fits into 64 characters and works in any case', () => {
  const local = bounceLocalPart(sealer, mail.deliveryId);
  expect(local.length).toBeLessThanOrEqual(64);
  expect(readBounceAddress(sealer, `${local}@acme.example`)).toBe(mail.deliveryId);
  expect(readBounceAddress(sealer, `${local}@acme.example`.toUpperCase())).toBe(mail.deliveryId);
  expect(
    readBounceAddress(sealer, `bounce+${other.deliveryId}${local.slice(-32)}@acme.example`),
  ).toBeUndefined();
  expect(readBounceAddress(sealer, 'support@acme.example')).toBeUndefined();
});

it('a Message-ID is the same at every attempt and nobody makes another', () => {
  const id = messageToken(sealer, mail.deliveryId);
  expect(messageToken(sealer, mail.deliveryId)).toBe(id);
  expect(readMessageId(sealer, `${id}@acme.example`)).toBe(mail.deliveryId);
  expect(readMessageId(sealer, `${other.deliveryId}${id.slice(-32)}@acme.example`)).toBeUndefined();
  expect(
    readMessageId(sealer, `${bounceLocalPart(sealer, mail.deliveryId).slice(7)}@acme.example`),
  ).toBeUndefined();
});

it.each([
  'https://shop.example/a?b=1&c=2#d',
  'https://shop.example/Größe?q=ä#ü',
  'http://x.example',
  'https://shop.example/a.b.c',
])('a click leads to exactly %s', (url) => {
  expect(readClick(sealer, signClick(sealer, { ...mail, url }))).toEqual({ ...mail, url });
});

it('a token of one purpose is worth nothing for another, and no byte of it can be changed', () => {
  const open = openToken(sealer, mail);
  const click = signClick(sealer, { ...mail, url: 'https://x.example' });
  expect(readOpenToken(sealer, open)).toEqual(mail);
  expect(readOpenToken(sealer, click)).toBeUndefined();
  expect(readClick(sealer, open)).toBeUndefined();
  expect(readOpenToken(sealer, open.replace('2', '3'))).toBeUndefined();
  expect(readClick(sealer, click.replace('.a', '.b'))).toBeUndefined();
  expect(readClick(createSealer(['b'.repeat(32)]), click)).toBeUndefined();
});
