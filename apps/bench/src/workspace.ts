import type { Parley } from '@parley/client';
import { type Api, connect } from './api';
import type { Target } from './platforms';
import { makeText, makeTitle } from './vocabulary';

/** A project to measure in. */
export interface Workspace extends Api {
  /** The API in the name of its admin. */
  parley: Parley;
  projectId: string;
  contactId: string;
  ticketId: string;
}

/** Milliseconds a code may take to arrive. */
const CODE_TIMEOUT = 10_000;

/** Signs up as a newcomer would and makes a project with one contact without address and one ticket. */
export const prepareWorkspace = async ({ base, mails }: Target): Promise<Workspace> => {
  const email = `bench${Date.now()}@example.com`;
  const anyone = connect({ base, headers: {} });
  await anyone.users.signUp({
    email,
    name: 'Bench',
    password: 'correct horse battery',
    challengeToken: 'x',
  });
  const arrived = () => mails.arrivals.find(({ to }) => to === email);
  if (!(await mails.waitUntil(() => arrived() !== undefined, CODE_TIMEOUT)))
    throw new Error(`No code was mailed to ${email}`);
  const { token } = await anyone.users.verify({ email, code: arrived()?.code ?? '' });
  const authorization = { authorization: `Bearer ${token}` };
  const { id: projectId } = await connect({ base, headers: authorization }).projects.create({
    name: 'Bench',
  });
  const api: Api = { base, headers: { ...authorization, project: projectId } };
  const parley = connect(api);
  const { id: contactId } = await parley.sessions.create({ userId: 'bench', name: 'Lin Park' });
  const { id: ticketId } = await parley.tickets.create({
    title: makeTitle(0),
    description: makeText(0),
    type: 'INQUIRY',
    session: contactId,
    customData: { plan: 'pro' },
    tags: ['bench'],
  });
  return { ...api, parley, projectId, contactId, ticketId };
};

/** Ids of some tickets, spread over the list. */
export const sampleTickets = async ({ parley }: Workspace, size: number): Promise<string[]> => {
  const skip = Math.max(0, Math.floor(size / 2) - 250);
  const { tickets } = await parley.tickets.list({ limit: 500, skip });
  return tickets.map(({ id }) => id);
};
