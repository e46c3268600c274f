import { describeWith, engineUrl, eventually } from '@parley/testing';
import { newId } from '@parley/persistence';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Broadcast, createBroadcast, createEmbeddedBroker, type Transport } from '../src';
import { natsBinary, startOwnNats } from './support/nats-server';
import { silent } from './support/world';

const open = async (transport: Transport): Promise<Broadcast> => {
  const broadcast = createBroadcast(transport, { log: silent, name: 'test' });
  await broadcast.start();
  return broadcast;
};

/** What a listener heard. */
const listen = (broadcast: Broadcast, subject: string) => {
  const heard: [unknown, string][] = [];
  const end = broadcast.subscribe(subject, (message, about) => heard.push([message, about]));
  return { heard, end };
};

const cases: [string, typeof describe, () => Transport][] = [
  ['in one process', describe, createEmbeddedBroker],
  ['through NATS', describeWith('nats'), () => ({ natsUrl: engineUrl('nats') ?? '', prefix: `t${newId()}` })],
];

for (const [where, run, newTransport] of cases) {
  run(`broadcasts ${where}`, () => {
    let one: Broadcast;
    let other: Broadcast;
    beforeEach(async () => {
      const transport = newTransport();
      [one, other] = await Promise.all([open(transport), open(transport)]);
    });
    afterEach(() => Promise.all([one.close(), other.close()]));
    /** Waits until the server knows of every subscription that was made. */
    const settled = async (): Promise<void> => {
      for (const broadcast of [one, other]) {
        const mark = `mark.${newId()}`;
        const marked = listen(broadcast, mark);
        await eventually(() => {
          broadcast.publish(mark, {});
          expect(marked.heard.length).toBeGreaterThan(0);
        });
        marked.end();
      }
    };

    it('reach all who listen to the subject, the sender too, in order and as copies', async () => {
      const all = [listen(one, 'a.b'), listen(other, 'a.b'), listen(other, 'a.b')];
      const elsewhere = listen(other, 'a.c');
      await settled();
      const message = { text: 'first' };
      one.publish('a.b', message);
      message.text = 'changed since';
      one.publish('a.b', { text: 'second' });
      for (const { heard } of all)
        await eventually(() =>
          expect(heard).toEqual([
            [{ text: 'first' }, 'a.b'],
            [{ text: 'second' }, 'a.b'],
          ]),
        );
      expect(elsewhere.heard).toEqual([]);
    });

    it('are heard by patterns: * is one token, > the rest', async () => {
      const star = listen(other, 'a.*.c');
      const rest = listen(other, 'a.>');
      await settled();
      for (const subject of ['a.b.c', 'a.b', 'a', 'a.b.d', 'b.b.c', 'a.x.c'])
        one.publish(subject, { subject });
      const subjects = ({ heard }: { heard: [unknown, string][] }): string[] =>
        heard.map(([, subject]) => subject);
      await eventually(() => expect(subjects(rest)).toEqual(['a.b.c', 'a.b', 'a.b.d', 'a.x.c']));
      expect(subjects(star)).toEqual(['a.b.c', 'a.x.c']);
    });

    it('reach nobody who listens no more', async () => {
      const ended = listen(other, 'a');
      const goesOn = listen(other, 'a');
      await settled();
      ended.end();
      one.publish('a', {});
      await eventually(() => expect(goesOn.heard).toHaveLength(1));
      expect(ended.heard).toEqual([]);
    });

    it('are well while there is a connection', async () => {
      await one.health();
    });
  });
}

const describeOwn = natsBinary() ? describe : describe.skip;

describeOwn('broadcasts while NATS is away', () => {
  it('are lost and not kept, which health tells; they go on when it is back', async () => {
    const store = await mkdtemp(join(tmpdir(), 'parley-nats-'));
    const server = await startOwnNats(store);
    const broadcast = await open({ natsUrl: server.url });
    const { heard } = listen(broadcast, 'a');
    broadcast.publish('a', { number: 1 });
    await eventually(() => expect(heard).toHaveLength(1));
    await server.kill();
    await eventually(() => expect(broadcast.health()).rejects.toMatchObject({ kind: 'unavailable' }));
    broadcast.publish('a', { number: 2 });
    await server.start();
    await eventually(() => broadcast.health());
    await eventually(() => {
      broadcast.publish('a', { number: 3 });
      expect(heard.length).toBeGreaterThan(1);
    });
    expect(heard.map(([message]) => message)).not.toContainEqual({ number: 2 });
    await broadcast.close();
    await server.kill();
    await rm(store, { recursive: true, force: true });
  });

  it('cannot begin: the error names the server, and no password', async () => {
    const started = open({ natsUrl: 'nats://parley:secret@127.0.0.1:1' });
    await expect(started).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('nats://127.0.0.1:1'),
    });
    await expect(started).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
  });
});
