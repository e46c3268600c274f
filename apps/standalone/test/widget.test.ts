import { eventually } from '@parley/testing';
import { createHmac } from 'node:crypto';
import { createApi } from './support/api';
import { newAddress, signUp } from './support/people';
import { type SharedPlatform, sharePlatform } from './support/shared-platform';

describe('a visitor of a web site', () => {
  let shared: SharedPlatform;
  const api = createApi(() => `${shared.platform.origin}/v3`);

  beforeAll(async () => {
    shared = await sharePlatform();
  });
  afterAll(() => shared.leave());

  it('begins as a guest, turns out to be a known contact, keeps the conversation, and is answered although it is unsubscribed', async () => {
    const { api: staff, projectId } = await signUp(api, shared.mailbox);
    const { body: project } = await staff.call('GET', `/projects/${projectId}`);
    const address = newAddress('lin');
    const { body: known } = await staff.call('POST', '/sessions', { userId: 'u', email: address });

    const { body: guest } = await api.call('POST', '/shared/sessions', {}, { 'api-token': project.apiToken });
    const widget = {
      'api-token': project.apiToken,
      'svc-id': guest.svcId,
      'svc-hash': guest.svcHash,
    };
    const { body: ticket } = await staff.call('POST', '/tickets', { session: guest.id, title: 'Hello' });
    await staff.call('POST', '/messages', { ticket: ticket.id, comment: 'Anyone there?', session: guest.id });
    const events = { events: [{ name: 'pageView', data: { page: '/prices' } }] };
    expect((await api.call('POST', '/shared/sessions/events', events, widget)).status).toBe(200);

    // Whoever makes a new project has the proof demanded without having to ask for it.
    const unproven = await api.call('POST', '/shared/sessions/identify', { userId: 'u' }, widget);
    expect(unproven).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
    const userHash = createHmac('sha256', project.sessionSecret).update('u').digest('hex');
    const { body: session } = await api.call(
      'POST',
      '/shared/sessions/identify',
      { userId: 'u', userHash },
      widget,
    );
    expect(session).toEqual({ id: known.id, svcId: known.svcId, svcHash: known.svcHash, userId: 'u' });
    expect((await staff.call('GET', `/tickets/${ticket.id}`)).body.session).toMatchObject({
      id: known.id,
      email: address,
    });
    expect((await staff.call('GET', `/sessions/${guest.id}`)).status).toBe(404);
    expect((await staff.call('GET', `/sessions/${known.id}/events`)).body).toMatchObject([
      { name: 'pageView', data: { page: '/prices' } },
    ]);
    await eventually(async () => {
      const { body } = await staff.call('GET', `/sessions/${known.id}`);
      expect(body.lastHeardFrom).toEqual(expect.any(String));
    });

    await staff.call('POST', '/sessions/unsubscribe', { sessions: [{ email: address }] });
    expect((await staff.call('GET', `/sessions/${known.id}`)).body.unsubscribed).toBe(true);
    const { body: reply } = await staff.call('POST', '/messages', {
      ticket: ticket.id,
      comment: 'Here we are',
    });
    expect(reply.emailId).toEqual(expect.any(String));
    expect((await shared.mailbox.waitFor(address)).text).toContain('Here we are');
    expect((await staff.call('PUT', `/sessions/${known.id}/resubscribe`)).body).toBe(true);
  });
});
