import { eventually } from '@parley/testing';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook as Verifier } from 'standardwebhooks';
import { type Answer, type Api, createApi } from './support/api';
import { type RunningPlatform, removeHome, startPlatform } from './support/platform';

interface Received {
  headers: Record<string, string>;
  text: string;
  body: { event: string; projectId: string; createdAt: string; data: Record<string, unknown> };
}

describe('webhooks and keys of the platform in one process', () => {
  const received: Received[] = [];
  let receiver: Server;
  let platform: RunningPlatform;
  let api: Api;
  let projectId: string;
  let contactId: string;
  let secret: string;

  const events = (): string[] => received.map(({ body }) => body.event);
  const last = async (event: string): Promise<Received> =>
    eventually(() => {
      const found = received.findLast(({ body }) => body.event === event);
      if (!found) throw new Error(`No ${event} came; there came ${events().join(', ')}`);
      return found;
    });
  // Documents are read as a client would: by field name, untyped.
  const call = async (method: string, path: string, body?: unknown): Promise<Answer['body']> => {
    const answer = await api.call(method, path, body);
    expect({ path, status: answer.status < 300 }).toEqual({ path, status: true });
    return answer.body;
  };

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({
          headers: request.headers as Record<string, string>,
          text: body,
          body: JSON.parse(body) as Received['body'],
        });
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    platform = await startPlatform({ OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8', PARLEY_DEMO: '1' });
    const demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8')) as {
      projectId: string;
      admin: { token: string };
    };
    ({ projectId } = demo);
    api = createApi(() => `${platform.origin}/v3`).as({ token: demo.admin.token, project: projectId });
    const webhook = await call('POST', '/webhooks', {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      events: [
        'TICKET_CREATED',
        'TICKET_UPDATED',
        'TICKET_DELETED',
        'MESSAGE_CREATED',
        'MESSAGE_UPDATED',
        'SESSION_CREATED',
        'SESSION_UPDATED',
      ],
    });
    secret = String(webhook['secret']);
  });
  afterAll(async () => {
    await platform.stop();
    receiver.close();
    removeHome(platform.home);
  });
  beforeEach(() => received.splice(0));

  /** What an admin gets; a signature of the session is shown in answers only. */
  const shown = async (path: string): Promise<Record<string, unknown>> => {
    const document: Record<string, unknown> = { ...(await call('GET', path)) };
    delete document['svcHash'];
    // The caller's own.
    delete document['unreadForMe'];
    return document;
  };

  it('carry contacts, tickets and messages as GET answers them, signed', async () => {
    ({ id: contactId } = await call('POST', '/sessions', { userId: 'hook', email: 'hook@example.com' }));
    const created = await last('SESSION_CREATED');
    expect(created.body).toMatchObject({ projectId, createdAt: expect.stringMatching(/Z$/) });
    expect(created.body.data).toEqual(await shown(`/sessions/${contactId}`));
    expect(new Verifier(secret).verify(created.text, created.headers)).toEqual(created.body);

    await call('PUT', `/sessions/${contactId}`, { name: 'Hook', customData: { plan: 'pro' } });
    expect((await last('SESSION_UPDATED')).body.data).toEqual(await shown(`/sessions/${contactId}`));

    const ticket = { title: 'Größe', session: contactId, type: 'BUG', customData: { seats: 5 }, tags: ['a'] };
    const { id: ticketId } = await call('POST', '/tickets', ticket);
    expect((await last('TICKET_CREATED')).body.data).toEqual(await shown(`/tickets/${ticketId}`));
    await call('PUT', `/tickets/${ticketId}`, { priority: 'HIGH' });
    expect((await last('TICKET_UPDATED')).body.data).toEqual(await shown(`/tickets/${ticketId}`));

    received.splice(0);
    await call('POST', '/messages', { ticket: ticketId, comment: 'Not for the customer', isNote: true });
    expect((await last('MESSAGE_CREATED')).body.data).toMatchObject({ isNote: true });
    const { id: replyId } = await call('POST', '/messages', {
      ticket: ticketId,
      comment: 'For the customer',
    });
    // The second change of the reply is that of its mail.
    const messages = ['MESSAGE_CREATED', 'MESSAGE_CREATED', 'MESSAGE_UPDATED'];
    await eventually(() => expect(events()).toEqual(messages));
    expect((await last('MESSAGE_CREATED')).body.data).toMatchObject({
      id: replyId,
      isNote: false,
      delivery: [{ status: 'queued' }],
    });
    const [newest] = await call('GET', `/messages?ticket=${ticketId}&limit=1`);
    // Addresses of mails are in no event.
    const delivery = newest.delivery.map(({ address: _address, ...state }: Record<string, unknown>) => state);
    expect((await last('MESSAGE_UPDATED')).body.data).toEqual({ ...newest, delivery });

    const before = await shown(`/tickets/${ticketId}`);
    await call('DELETE', `/tickets/${ticketId}`);
    const deleted = await last('TICKET_DELETED');
    expect(deleted.body.data).toEqual(before);
    // Neither the note nor the reply told of a change of the ticket beside it.
    expect(events()).toEqual([...messages, 'TICKET_DELETED']);
  });

  it('tell of a fast bulk update once per ticket', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 35; count += 1)
      ids.push((await call('POST', '/tickets', { title: `bulk ${count}`, session: contactId })).id);
    await eventually(() => expect(events()).toHaveLength(35));
    received.splice(0);
    const answer = await call('PUT', '/tickets/bulk', {
      action: 'priority',
      selection: { ids },
      payload: { priority: 'LOW' },
    });
    expect(answer).toMatchObject({ mode: 'fast', updated: 35 });
    await eventually(() => expect(received).toHaveLength(35));
    expect(new Set(received.map(({ body }) => body.data['id'])).size).toBe(35);
    expect(new Set(events())).toEqual(new Set(['TICKET_UPDATED']));
  });

  it('say nothing of a contact that is deleted, nor of its tickets', async () => {
    await call('DELETE', `/sessions/${contactId}`);
    const { id } = await call('POST', '/sessions', { userId: 'afterwards' });
    expect((await last('SESSION_CREATED')).body.data).toMatchObject({ id });
    await eventually(async () => {
      const { totalCount } = await call('GET', '/tickets?title=bulk 1');
      expect(totalCount).toBe(0);
    });
    expect(events()).toEqual(['SESSION_CREATED']);
  });

  it('keep widgets signed in over a rotation of the session secret beside the running platform', async () => {
    const { id: sessionId } = await call('POST', '/sessions', { userId: 'visitor' });
    const session = await call('GET', `/sessions/${sessionId}`);
    const project = await call('GET', `/projects/${projectId}`);
    const track = async (svcHash: string): Promise<number> => {
      const response = await fetch(`${platform.origin}/v3/shared/sessions/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'api-token': project.apiToken,
          'svc-id': session.svcId,
          'svc-hash': svcHash,
        },
        body: JSON.stringify({ events: [{ name: 'seen', date: new Date().toISOString() }] }),
      });
      return response.status;
    };
    const oldHash = String(session['svcHash']);
    const before = await track(oldHash);
    expect(before).toBeLessThan(300);
    const main = resolve(__dirname, '../../../dist/apps/standalone/main.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [main, 'rotate-session-secret', projectId],
      { env: { PATH: process.env['PATH'], ...platform.env } },
    );
    expect(stdout).toContain('accepted for 24 hours');
    const { sessionSecret } = await call('GET', `/projects/${projectId}`);
    expect(sessionSecret).not.toBe(project['sessionSecret']);
    const newHash = createHmac('sha256', String(sessionSecret))
      .update(String(session['svcId']))
      .digest('hex');
    expect(newHash).not.toBe(oldHash);
    // The gateway believes settings for 2 s.
    await eventually(async () => expect(await track(newHash)).toBe(before));
    expect(await track(oldHash)).toBe(before);
    expect(await track(createHmac('sha256', 'x').update('y').digest('hex'))).toBe(401);
  });

  it('keeps no mail of a deleted contact in the folder of a platform without a mail server', async () => {
    const mark = `leaves-${Date.now()}`;
    const mails = (): string[] => {
      const folder = join(platform.home, 'mail');
      return readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(mark));
    };
    const contact = await call('POST', '/sessions', { userId: mark, email: `${mark}@customer.example` });
    await call('POST', '/tickets/compose', { session: contact['id'], title: 'Late', message: 'On its way' });
    await call('POST', '/engagement/emails', {
      name: 'News',
      status: 'live',
      subject: 'News',
      message: 'Here is what is new.',
      conditions: [{ field: 'userId', operator: 'contains', value: mark }],
    });
    await eventually(() => expect(mails()).toHaveLength(2));
    await call('DELETE', `/sessions/${contact['id']}`);
    await eventually(() => expect(mails()).toEqual([]));
  });
});
