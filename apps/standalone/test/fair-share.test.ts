import { type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/people';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

/** Requests that one project has on their way all the time. */
const FLOOD = 150;
const ROUNDS = 10;

interface Answered {
  projectId: string;
  /** When it was answered. */
  at: number;
  milliseconds: number;
}

/** The requests that the platform's log tells of, in the order of their answers. */
const answeredIn = (output: string): Answered[] =>
  output
    .split('\n')
    // What comes after the last line break is a line of which the rest is still on its way.
    .slice(0, -1)
    .filter((line) => line.includes('"request answered"'))
    .map((line) => {
      const { time, projectId, milliseconds } = JSON.parse(line) as {
        time: string;
        projectId: string;
        milliseconds: number;
      };
      return { projectId, at: Date.parse(time), milliseconds };
    });

/** Asks again and again, with `FLOOD` requests on their way at any time. */
const flood = (api: Api): { answered: () => number; stop: () => Promise<number[]> } => {
  const statuses: number[] = [];
  let on = true;
  const client = async (): Promise<void> => {
    while (on) statuses.push((await api.call('GET', '/tickets?limit=1')).status);
  };
  const clients = Array.from({ length: FLOOD }, client);
  return {
    answered: () => statuses.length,
    stop: async () => {
      on = false;
      await Promise.all(clients);
      return statuses;
    },
  };
};

describe('two projects, one of which asks for more than the platform can do', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let greedy: Api;
  let modest: Api;
  let modestProject: string;

  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await startPlatform({
      PARLEY_DEMO: '0',
      SMTP_URL: mailbox.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
      CALLS_AT_ONCE: '8',
      LOG_LEVEL: 'debug',
    });
    const api = createApi(() => `${platform.origin}/v3`);
    ({ api: greedy } = await signUp(api, mailbox));
    ({ api: modest, projectId: modestProject } = await signUp(api, mailbox));
    const { id } = ok(await greedy.call('POST', '/sessions', { userId: 'u-1' }));
    for (let n = 0; n < 50; n += 1)
      ok(await greedy.call('POST', '/tickets', { session: id, title: `Ticket ${n}`, type: 'INQUIRY' }));
  }, 240_000);
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  it('lets the other one through after a few calls, and fails no request of either', async () => {
    const { answered, stop } = flood(greedy);
    while (answered() < FLOOD) await modest.call('GET', '/users/me');
    for (let round = 0; round < ROUNDS; round += 1)
      expect((await modest.call('GET', '/tickets')).status).toBe(200);
    expect(new Set(await stop())).toEqual(new Set([200]));

    // Counted in the platform's own order: whoever reads the answers here may be late for all of them.
    const log = answeredIn(platform.output());
    const passed = log
      .map((one, index) => ({ one, earlier: log.slice(0, index) }))
      .filter(({ one }) => one.projectId === modestProject)
      .slice(-ROUNDS)
      .map(({ one, earlier }) => {
        const came = one.at - one.milliseconds;
        return earlier.filter(({ projectId, at }) => projectId !== modestProject && at > came).length;
      });
    // Whoever stands in one line with the flood waits until all of it that came before was answered.
    const [median = Infinity] = passed.sort((a, b) => a - b).slice(ROUNDS / 2);
    expect(median).toBeLessThan(FLOOD / 2);
  }, 240_000);
});
