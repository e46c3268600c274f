import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from '../src/index';

const [secret, other] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'];
const body = '{"event":"TICKET_CREATED","title":"Grüße"}';
const sign = (at = new Date(), of = secret) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(of).sign('msg_1', at, body),
});

it('takes what the standard signs: bytes or text, any headers, one secret of several', async () => {
  const headers = sign();
  const event = { id: 'msg_1', payload: JSON.parse(body), sentAt: expect.any(Date) };
  expect(await verifyWebhook({ secret, headers, body })).toEqual(event);
  expect(await verifyWebhook({ secret, headers: new Headers(headers), body: Buffer.from(body) })).toEqual(
    event,
  );
  expect(await verifyWebhook({ secret: [other, secret], headers, body })).toEqual(event);
  const two = {
    ...headers,
    'webhook-signature': `v1,${'A'.repeat(43)}= v2,x ${headers['webhook-signature']}`,
  };
  expect(await verifyWebhook({ secret, headers: two, body })).toEqual(event);
});

it.each([
  ['another secret', { secret: other, headers: sign(), body }],
  ['another body', { secret, headers: sign(), body: `${body} ` }],
  ['another id', { secret, headers: { ...sign(), 'webhook-id': 'msg_2' }, body }],
  ['no signature', { secret, headers: { ...sign(), 'webhook-signature': undefined }, body }],
  ['a signature that is none', { secret, headers: { ...sign(), 'webhook-signature': 'v1,!' }, body }],
  ['a time that is none', { secret, headers: { ...sign(), 'webhook-timestamp': 'x' }, body }],
  ['more than five minutes of age', { secret, headers: sign(new Date(Date.now() - 302_000)), body }],
  ['more than five minutes ahead', { secret, headers: sign(new Date(Date.now() + 302_000)), body }],
])('refuses %s', async (_what, request) => {
  await expect(verifyWebhook(request)).rejects.toBeInstanceOf(WebhookVerificationError);
});
