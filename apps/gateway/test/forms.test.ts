import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';

const FORM = 'application/x-www-form-urlencoded';
const CHANNEL = 'private-project-0123456789abcdef01234567';

describe('operations that take a form', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({});
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  const send = (body: string, type = FORM) =>
    gateway.api('POST', '/realtime/channel-auth', { body, headers: { 'content-type': type } });
  const received = () => operationCalls(gateway.calls).at(-1)?.request;

  it('are the five sign-ins of the realtime channel', () => {
    expect(
      operations
        .filter(({ options }) => options.formToo)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([
      'realtime.channel-auth',
      's2s-stream.channel-auth',
      's2s-stream.user-auth',
      'users.session-auth',
      'users.session-channel-auth',
    ]);
  });

  it.each([FORM, `${FORM}; charset=UTF-8`, FORM.toUpperCase()])('take %s as they take JSON', async (type) => {
    const answer = await send(`socket_id=1.2&channel_name=${CHANNEL}&after=7&unknown=x`, type);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ignored-fields')).toBe('unknown');
    expect(received()).toEqual({ socket_id: '1.2', channel_name: CHANNEL, after: 7 });
  });

  it('decode what is encoded', async () => {
    await send('socket_id=1%2E2&channel_name=a%20b+%C3%A4');
    expect(received()).toMatchObject({ socket_id: '1.2', channel_name: 'a b ä' });
  });

  it.each([
    ['socket_id=1.2', 'channel_name'],
    ['socket_id=1.2:x&channel_name=a', 'socket_id'],
    ['socket_id=1.2&channel_name=a&after=-1', 'after'],
    ['socket_id=1.2&channel_name=a&after=', 'after'],
    ['socket_id=1.2&channel_name=a&after=1.5', 'after'],
    ['socket_id=1.2&channel_name=a&after=many', 'after'],
    ['socket_id=1.2&channel_name=a&channel_name=b', 'channel_name'],
    ['socket_id=1.2&channel_name=a%00', 'channel_name'],
  ])('answer 400 invalid_input to %s, naming %s', async (body, field) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field }] },
    });
    expect(received()).toBeUndefined();
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])(
    'answer 415 to %s',
    async (type) => {
      expect(await send('socket_id=1.2', type)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      });
    },
  );

  it('answer 413 to more than 64 KB', async () => {
    expect(await send(`socket_id=1.2&channel_name=${'a'.repeat(65_536)}`)).toMatchObject({ status: 413 });
  });

  it('are the only ones: others answer 415 to a form', async () => {
    expect(
      await gateway.api('POST', '/tickets', { body: 'title=x', headers: { 'content-type': FORM } }),
    ).toMatchObject({ status: 415 });
  });
});
