import { signChannel, signUser } from '@parley/realtime';
import { eventually } from '@parley/testing';
import {
  closeClients,
  connect,
  contactAuth,
  officialServer,
  openRaw,
  toPath,
  rawClient,
  type RawClient,
  subscribed,
} from './support/clients';
import type { StoredProject } from './support/neighbours';
import { startRealtime, type TestContact, type TestRealtime } from './support/realtime';

describe('signing in and subscribing', () => {
  let realtime: TestRealtime;
  let port: number;
  let project: StoredProject;
  let contact: TestContact;
  let client: RawClient;
  beforeAll(async () => {
    realtime = await startRealtime();
    port = realtime.replicas[0]?.port ?? 0;
  });
  beforeEach(async () => {
    project = realtime.project();
    contact = realtime.contact(project);
    client = await rawClient(project, port);
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  const subscribe = (channel: string, auth?: string, channel_data?: string): void =>
    client.say({ event: 'pusher:subscribe', data: { channel, auth, channel_data } });
  const signIn = (data: object): void => client.say({ event: 'pusher:signin', data });
  const userData = (data: object = {}): string =>
    JSON.stringify({ id: contact.svcId, contact: contact.id, ...data });

  it('signs exactly as the official library does', () => {
    const signer = realtime.signer(project);
    const official = officialServer(realtime, project);
    const [socketId, channel] = ['12.34', `private-session-${contact.svcId}`];
    const data = { id: contact.svcId, after: 3 };
    expect(official.authenticateUser(socketId, data as never)).toEqual({
      auth: signUser(signer, socketId, JSON.stringify(data)),
      user_data: JSON.stringify(data),
    });
    expect(official.authorizeChannel(socketId, channel).auth).toBe(signChannel(signer, socketId, channel));
    const presence = { user_id: 'u', user_info: { name: 'Grace' } };
    expect(official.authorizeChannel(socketId, 'presence-x', presence)).toEqual({
      auth: signChannel(signer, socketId, 'presence-x', JSON.stringify(presence)),
      channel_data: JSON.stringify(presence),
    });
  });

  it('signs the stock client in, which hears its events as a user', async () => {
    const stock = connect(project.key, port, contactAuth(realtime, project, contact));
    stock.signin();
    await stock.user.signinDonePromise;
    expect(stock.user.user_data).toMatchObject({ id: contact.svcId });
    const told: unknown[] = [];
    stock.user.bind('message.created', (data: unknown) => told.push(data));
    // The client subscribes to the channel of the user by itself, some time after it is signed in.
    await eventually(() => {
      realtime.neighbours.append(contact.stream, 'message.created', { unreadCount: 1 });
      expect(told).not.toEqual([]);
    });
    expect(told[0]).toMatchObject({ unreadCount: 1, seq: expect.any(Number) });
  });

  it('answers pusher:signin_success with the user_data', async () => {
    const user_data = userData();
    signIn({ auth: signUser(realtime.signer(project), client.id(), user_data), user_data });
    expect(await client.next('pusher:signin_success')).toMatchObject({ user_data });
  });

  it.each([
    ['no signature', () => undefined],
    ['a wrong signature', () => `${project.key}:${'0'.repeat(64)}`],
    ['a signature for another connection', () => signUser(realtime.signer(project), '1.2', userData())],
    [
      'a signature of another project',
      () => signUser({ ...realtime.signer(realtime.project()), key: project.key }, client.id(), userData()),
    ],
  ])('says pusher:error 4009 and closes for a sign-in with %s', async (_what, auth) => {
    signIn({ auth: auth(), user_data: userData() });
    expect(await client.next('pusher:error')).toMatchObject({ code: 4009 });
    expect((await client.closed).code).toBe(4009);
  });

  it('lets only the signed-in user subscribe to #server-to-user-<id>', async () => {
    const channel = `#server-to-user-${contact.svcId}`;
    subscribe(channel);
    expect(await client.next('pusher:subscription_error')).toMatchObject({ type: 'AuthError', status: 401 });
    const user_data = userData();
    signIn({ auth: signUser(realtime.signer(project), client.id(), user_data), user_data });
    await client.next('pusher:signin_success');
    subscribe(`#server-to-user-${realtime.contact(project).svcId}`);
    expect(await client.next('pusher:subscription_error')).toMatchObject({ status: 401 });
    subscribe(channel);
    expect(await client.next('pusher_internal:subscription_succeeded')).toMatchObject({ seq: 0 });
  });

  it('closes with 4009 when a connection signs in as another', async () => {
    const user_data = userData();
    signIn({ auth: signUser(realtime.signer(project), client.id(), user_data), user_data });
    await client.next('pusher:signin_success');
    const other = JSON.stringify({ id: 'another' });
    signIn({ auth: signUser(realtime.signer(project), client.id(), other), user_data: other });
    expect((await client.closed).code).toBe(4009);
  });

  it.each([
    ['no signature', () => undefined],
    ['a wrong signature', () => `${project.key}:${'f'.repeat(64)}`],
    [
      'a signature for another channel',
      () => signChannel(realtime.signer(project), client.id(), 'private-session-other'),
    ],
    [
      'a signature that covers other channel_data',
      () =>
        signChannel(realtime.signer(project), client.id(), `private-session-${contact.svcId}`, '{"after":0}'),
    ],
  ])('answers pusher:subscription_error AuthError 401 for %s, and lives on', async (_what, auth) => {
    const channel = `private-session-${contact.svcId}`;
    subscribe(channel, auth());
    const error = await client.next('pusher:subscription_error');
    expect(error).toMatchObject({ type: 'AuthError', error: expect.any(String), status: 401 });
    expect(error.frame.channel).toBe(channel);
    subscribe(channel, signChannel(realtime.signer(project), client.id(), channel));
    await client.next('pusher_internal:subscription_succeeded');
  });

  it.each([
    'public',
    'private-anything',
    'presence-anything',
    'private-encrypted-x',
    'private-session-',
    'private-project-short',
    '',
  ])('answers 403 for the channel %p, which there is not', async (channel) => {
    subscribe(channel, signChannel(realtime.signer(project), client.id(), channel), '{"user_id":"u"}');
    expect(await client.next('pusher:subscription_error')).toMatchObject({ status: 403 });
  });

  it('answers 403 for the channel of another project, however it is signed', async () => {
    const channel = `private-project-${realtime.project().id}`;
    const data = '{"user_id":"u"}';
    subscribe(channel, signChannel(realtime.signer(project), client.id(), channel, data), data);
    expect(await client.next('pusher:subscription_error')).toMatchObject({ status: 403 });
  });

  it('answers an error for the 101st channel, and takes it when another is left', async () => {
    const names = Array.from({ length: 101 }, () => {
      const { svcId } = realtime.contact(project);
      return `private-session-${svcId}`;
    });
    const sign = (channel: string): void =>
      subscribe(channel, signChannel(realtime.signer(project), client.id(), channel));
    for (const name of names) sign(name);
    expect(await client.next('pusher:subscription_error')).toMatchObject({
      type: 'LimitReached',
      status: 429,
    });
    await eventually(() =>
      expect(
        client.frames.filter(({ event }) => event === 'pusher_internal:subscription_succeeded'),
      ).toHaveLength(100),
    );
    client.say({ event: 'pusher:unsubscribe', data: { channel: names[0] } });
    sign(names[100] as string);
    await eventually(() =>
      expect(
        client.frames.filter(({ event }) => event === 'pusher_internal:subscription_succeeded'),
      ).toHaveLength(101),
    );
  });

  it('says pusher:error for a channel that the connection has already', async () => {
    const channel = `private-session-${contact.svcId}`;
    const auth = signChannel(realtime.signer(project), client.id(), channel);
    subscribe(channel, auth);
    await client.next('pusher_internal:subscription_succeeded');
    subscribe(channel, auth);
    expect(await client.next('pusher:error')).toMatchObject({ code: null });
  });

  it('takes no signature of one connection on another', async () => {
    const channel = `private-session-${contact.svcId}`;
    const other = openRaw(port, toPath(project));
    await other.next('pusher:connection_established');
    subscribe(channel, signChannel(realtime.signer(project), other.id(), channel));
    expect(await client.next('pusher:subscription_error')).toMatchObject({ status: 401 });
  });

  it('closes with 4009 when the contact of a channel is gone', async () => {
    realtime.neighbours.contactIds.delete(`${project.id} ${contact.svcId}`);
    const channel = `private-session-${contact.svcId}`;
    subscribe(channel, signChannel(realtime.signer(project), client.id(), channel));
    expect((await client.closed).code).toBe(4009);
  });

  it('carries the same events with the same numbers on both channels of a contact', async () => {
    const stock = connect(project.key, port, contactAuth(realtime, project, contact));
    const { heard: onChannel, data } = await subscribed(stock, `private-session-${contact.svcId}`);
    expect(data).toEqual({ seq: 0 });
    stock.signin();
    await stock.user.signinDonePromise;
    const asUser: unknown[] = [];
    stock.user.bind_global((event: string, told: object) => asUser.push({ event, data: told }));
    await eventually(() => {
      realtime.neighbours.append(contact.stream, 'message.created', { n: 1 });
      expect(asUser.length).toBeGreaterThan(2);
    });
    const last = asUser.slice(-3);
    await eventually(() => expect(onChannel).toEqual(expect.arrayContaining(last)));
  });

  it('shows nothing of one contact or project to another', async () => {
    const [other, foreign] = [realtime.contact(project), realtime.project()];
    const stranger = realtime.contact(foreign);
    const mine = connect(project.key, port, contactAuth(realtime, project, contact));
    const { heard: events } = await subscribed(mine, `private-session-${contact.svcId}`);
    realtime.neighbours.append(other.stream, 'message.created');
    realtime.neighbours.append(stranger.stream, 'message.created');
    realtime.neighbours.append({ projectId: project.id }, 'message.created');
    realtime.neighbours.append(contact.stream, 'message.updated');
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ event: 'message.updated', data: { seq: 1 } });
  });
});
