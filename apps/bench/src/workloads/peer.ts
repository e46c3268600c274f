import { drive, type Load } from '../load';
import { type Peer, startPeer } from '../peer';
import { waitUntilResting } from '../processes';
import { seedTickets } from '../seed';
import { conversationBody, type PeerData, seedPeer } from '../seed-peer';
import { makeText } from '../vocabulary';
import type { Bench, Step, Workload } from '../workload';
import { sampleTickets } from '../workspace';
import { platformLoads, searches } from './core';

/** The peer's equals of loads of `core`, by the same names and with the same texts. */
const peerLoads = ({ base, headers }: Peer, { conversationIds, mailInboxId }: PeerData): Load[] => {
  const pickId = (n: number): string => conversationIds[n % conversationIds.length] ?? '';
  const load = (name: string, request: Load['request'], more?: Pick<Load, 'mustFind'>): Load => ({
    name,
    base,
    headers,
    request,
    ...more,
  });
  const open = encodeURIComponent(
    JSON.stringify([{ model: 'conversation_statuses', field: 'name', operator: 'equals', value: 'Open' }]),
  );
  return [
    load('get ticket', (n) => ({ method: 'GET', path: `/conversations/${pickId(n)}` })),
    load('list 50', () => ({ method: 'GET', path: '/conversations/all?page_size=50' })),
    load('filtered list 50', () => ({
      method: 'GET',
      path: `/conversations/all?page_size=50&filters=${open}`,
    })),
    // It finds texts that hold the whole query; the two words of a search are side by side in a text.
    ...searches.map(([name, term]) =>
      load(name, (n) => ({ method: 'GET', path: `/messages/search?query=${encodeURIComponent(term(n))}` }), {
        mustFind: true,
      }),
    ),
    load('add message', (n) => ({
      method: 'POST',
      path: `/conversations/${pickId(n)}/messages`,
      body: { message: `Answer ${makeText(n)}`, sender_type: 'agent' },
    })),
    load('create ticket', (n) => ({
      method: 'POST',
      path: '/conversations',
      body: conversationBody(makeText(n), mailInboxId),
    })),
  ];
};

/** Every load that both have, the platform first and the peer after it, each when both and the database rest. */
const peerStep = ({ target, workspace, options, say }: Bench, program: string, tickets: number): Step => ({
  name: 'peer',
  run: async (record) => {
    const peer = await startPeer(program, target.serverUrl);
    try {
      const data = await seedPeer(peer, tickets);
      const ours = platformLoads(workspace, await sampleTickets(workspace, tickets));
      const measure = async (source: string, load: Load, connections: number): Promise<void> => {
        const rested = await waitUntilResting([...target.platformPids(), ...target.databasePids(), peer.pid]);
        if (!rested) say(`  before ${load.name} of ${source}: something is still at work`);
        const processes = source === 'parley' ? target.processes() : [{ name: source, pid: peer.pid }];
        record(await drive(source, load, connections, options.seconds, processes));
      };
      for (const theirs of peerLoads(peer, data)) {
        const own = ours.find(({ name }) => name === theirs.name);
        if (!own) throw new Error(`core has no load ${theirs.name}`);
        for (const connections of options.connections) {
          await measure('parley', own, connections);
          await measure(peer.name, theirs, connections);
        }
      }
    } finally {
      await peer.stop();
    }
  },
});

/** What `core` measures, beside a comparable help desk where one is given. */
export const peerWorkload: Workload = {
  name: 'peer',
  isOfEverySize: true,
  prepare: async (bench) => {
    const { peer } = bench.options;
    if (peer === undefined) {
      bench.say('  no peer was given (--peer), so the platform is compared with none');
      return [];
    }
    return [peerStep(bench, peer, await seedTickets(bench))];
  },
};
