import { DomainError } from '@parley/errors';
import { isChannelSignature, isUserSignature, realtimeSecret, signChannel, signUser } from './signatures';

const signer = { key: 'key', secret: 'secret' };

describe('A signature of the realtime channel', () => {
  it.each([
    '',
    '1',
    '1.',
    '.2',
    'a.b',
    '1.2 ',
    '1.2\n',
    '1.2:presence-ticket-0123456789abcdef01234567',
    '1.2::user::{"id":"somebody else"}',
  ])('is not made for the socket id %j', (socketId) => {
    const refused = [
      () => signUser(signer, socketId, '{}'),
      () => signChannel(signer, socketId, 'private-x'),
    ];
    for (const refusedCall of refused) {
      expect(refusedCall).toThrow(DomainError);
      expect(refusedCall).toThrow(/socket_id/);
    }
  });

  it('of a user holds for that connection and data alone', () => {
    const auth = signUser(signer, '1.2', '{"id":"a"}');
    expect(auth).toMatch(/^key:[0-9a-f]{64}$/);
    expect(isUserSignature(signer, auth, '1.2', '{"id":"a"}')).toBe(true);
    expect(isUserSignature(signer, auth, '1.3', '{"id":"a"}')).toBe(false);
    expect(isUserSignature(signer, auth, '1.2', '{"id":"b"}')).toBe(false);
    expect(isUserSignature({ ...signer, secret: 'other' }, auth, '1.2', '{"id":"a"}')).toBe(false);
    expect(isUserSignature({ ...signer, key: 'other' }, auth, '1.2', '{"id":"a"}')).toBe(false);
  });

  it('of a channel holds for that connection, channel and data alone', () => {
    const auth = signChannel(signer, '1.2', 'presence-x', '{"user_id":"u"}');
    expect(isChannelSignature(signer, auth, '1.2', 'presence-x', '{"user_id":"u"}')).toBe(true);
    expect(isChannelSignature(signer, auth, '1.2', 'presence-y', '{"user_id":"u"}')).toBe(false);
    expect(isChannelSignature(signer, auth, '1.2', 'presence-x', '{"user_id":"v"}')).toBe(false);
    expect(isChannelSignature(signer, auth, '1.2', 'presence-x')).toBe(false);
  });
});

it('The secret of a project is the signature of its id', () => {
  const sealer = { sign: (...parts: string[]) => parts.join(' ') };
  expect(realtimeSecret(sealer, 'a')).toContain('a');
  expect(realtimeSecret(sealer, 'a')).not.toBe(realtimeSecret(sealer, 'b'));
});
