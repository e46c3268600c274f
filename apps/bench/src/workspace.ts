import { type Api, call } from './api';
import type { Target } from './platforms';
import { makeText } from './seed';

/** A project to measure in. */
export interface Workspace extends Api {
  projectId: string;
  contactId: string;
  ticketId: string;
}

/** Milliseconds a code may take to arrive. */
const CODE_TIMEOUT = 10_000;

/** Signs up as a newcomer would and makes a project with one contact without address and one ticket. */
export const prepareWorkspace = async ({ base, mails }: Target): Promise<Workspace> => {
  const email = `bench${Date.now()}@example.com`;
  const anyone: Api = { base, headers: {} };
  await call(anyone, 'POST', '/users', {
    email,
    name: 'Bench',
    password: 'correct horse battery',
    challengeToken: 'x',
  });
  const arrived = () => mails.arrivals.find(({ to }) => to === email);
  if (!(await mails.waitUntil(() => arrived() !== undefined, CODE_TIMEOUT)))
    throw new Error(`No code was mailed to ${email}`);
  const code = arrived()?.code;
  const { token } = await call<{ token: string }>(anyone, 'POST', '/users/verify', { email, code });
  const authorization = { authorization: `Bearer ${token}` };
  const project = { name: 'Bench' };
  const { id: projectId } = await call<{ id: string }>(
    { base, headers: authorization },
    'POST',
    '/projects',
    project,
  );
  const api: Api = { base, headers: { ...authorization, project: projectId } };
  const contact = { userId: 'bench', name: 'Lin Park' };
  const { id: contactId } = await call<{ id: string }>(api, 'POST', '/sessions', contact);
  const ticket = {
    title: makeText(0),
    type: 'INQUIRY',
    session: contactId,
    customData: { plan: 'pro' },
    tags: ['bench'],
  };
  const { id: ticketId } = await call<{ id: string }>(api, 'POST', '/tickets', ticket);
  return { ...api, projectId, contactId, ticketId };
};

/** Ids of some tickets, spread over the list. */
export const sampleTickets = async (api: Api, size: number): Promise<string[]> => {
  const skip = Math.max(0, Math.floor(size / 2) - 250);
  const { tickets } = await call<{ tickets: { id: string }[] }>(
    api,
    'GET',
    `/tickets?limit=500&skip=${skip}`,
  );
  return tickets.map(({ id }) => id);
};
