import { type Api, call, mapInParallel } from '../api';
import type { Outcome } from '../job';
import { jobStep, type Step, type Workload } from '../workload';
import { startWebhookSink, type WebhookSink } from '../webhook-sink';

/** Numbers of webhooks that get each ticket; of several, one never answers. */
const COUNTS = [1, 10, 100];

/** Most webhooks of a project. */
const PER_PROJECT = 50;

/** Deliveries of a round for each ticket of a bulk call. */
const DELIVERIES_PER_BULK = 4;

/** Milliseconds that the deliveries of a round may take. */
const PATIENCE = 120_000;

/** Projects that have so many webhooks together. */
const projectsWith = async (api: Api, count: number, { url, deadUrl }: WebhookSink): Promise<Api[]> => {
  const urls = Array.from({ length: count }, (_, index) => (count > 1 && index === 0 ? deadUrl : url));
  const projects: Api[] = [];
  for (let at = 0; at < count; at += PER_PROJECT) {
    const { id } = await call<{ id: string }>(api, 'POST', '/projects', { name: `Webhooks ${count}` });
    const project = { base: api.base, headers: { ...api.headers, project: id } };
    const events = ['TICKET_CREATED'];
    await mapInParallel(urls.slice(at, at + PER_PROJECT), (one) =>
      call(project, 'POST', '/webhooks', { url: one, events }),
    );
    projects.push(project);
  }
  return projects;
};

const deliver = async (
  sink: WebhookSink,
  projects: readonly Api[],
  { perTicket, tickets }: { perTicket: number; tickets: number },
): Promise<Outcome> => {
  const expected = perTicket * tickets;
  const arrived = sink.expect(expected, PATIENCE);
  const began = performance.now();
  for (const project of projects) {
    const titles = Array.from({ length: tickets }, (_, index) => `Case ${index}`);
    await mapInParallel(titles, (title) => call(project, 'POST', '/tickets', { title }));
  }
  await arrived;
  const times = [...sink.times];
  return {
    count: times.length,
    milliseconds: performance.now() - began,
    times,
    failures: Math.max(0, expected - times.length),
  };
};

/** From the creation of tickets to the last of their deliveries at a receiver on this machine. */
export const webhooksWorkload: Workload = {
  name: 'webhooks',
  prepare: (bench) => {
    const { workspace, options } = bench;
    return Promise.resolve(
      COUNTS.map((count): Step => {
        const name = count === 1 ? 'deliver to 1' : `deliver to ${count}, one of them dead`;
        const perTicket = count === 1 ? 1 : count - 1;
        const tickets = Math.max(1, Math.ceil((options.bulk * DELIVERIES_PER_BULK) / count));
        return {
          name,
          run: async (record) => {
            const sink = await startWebhookSink();
            try {
              const projects = await projectsWith(workspace, count, sink);
              const run = (): Promise<Outcome> => deliver(sink, projects, { perTicket, tickets });
              await jobStep(bench, { name, unit: 'deliveries', rounds: options.rounds, run }).run(record);
              await mapInParallel(projects, async (project) => {
                const all = await call<{ id: string }[]>(project, 'GET', '/webhooks');
                await mapInParallel(all, ({ id }) =>
                  call(project, 'PUT', `/webhooks/${id}`, { enabled: false }),
                );
              });
            } finally {
              await sink.stop();
            }
          },
        };
      }),
    );
  },
};
