import { eventually } from '@parley/testing';
import { type Answer, ok } from './api';
import type { Customer } from './customer';

/** A conversation in which a workflow runs. */
export interface Running {
  consumerId: string;
  id: string;
  workflowId: string;
}

/** A step that says something. */
export const message = (id: string, content: string, next: string | null): object => ({
  id,
  type: 'message',
  content,
  next,
});

/** A question for words. */
export const ask = (next: string | null, more: object = {}): object => ({
  id: 'ask',
  type: 'question',
  prompt: 'What?',
  input: { kind: 'text' },
  next,
  ...more,
});

/** A refused field. */
export const invalid = (field: string): object => ({
  status: 400,
  body: { code: 'invalid_input', errors: [expect.objectContaining({ field })] },
});

export const noPending = { status: 409, body: { code: 'no_pending_step' } };

/** What tests do with workflows of a customer. */
export interface Workflows {
  /** Writes a workflow; answers its id. */
  write(steps: readonly object[], more?: object): Promise<string>;
  /** Opens a conversation with a new workflow. */
  open(steps: readonly object[], more?: object): Promise<Running>;
  step(id: string): Promise<Answer['body']>;
  answer(id: string, body: object): Promise<Answer>;
  ticket(id: string): Promise<Answer['body']>;
  runs(workflowId: string, query?: string): Promise<Answer['body'][]>;
  /** Steps that the latest run took. */
  trail(workflowId: string): Promise<string[]>;
  /** The latest run, once it has a status. */
  over(workflowId: string, status: string): Promise<Answer['body']>;
}

/** Workflows of a customer who is there by the time of the first call. */
export const createWorkflows = (customer: () => Customer): Workflows => {
  const write: Workflows['write'] = async (steps, more = {}) =>
    ok(await customer().team.call('POST', '/workflows', { name: 'Welcome', steps, ...more })).id;
  const runs: Workflows['runs'] = async (workflowId, query = '') =>
    ok(await customer().team.call('GET', `/workflows/${workflowId}/runs${query}`)) as Answer['body'][];
  return {
    write,
    runs,
    open: async (steps, more = {}) => {
      const workflowId = await write(steps);
      const consumerId = customer().newConsumer();
      const { id } = await customer().open(consumerId, { workflowId, ...more });
      return { consumerId, id, workflowId };
    },
    step: async (id) => ok(await customer().backend.call('GET', `/s2s/conversations/${id}/workflow-step`)),
    answer: (id, body) => customer().backend.call('POST', `/s2s/conversations/${id}/workflow-step`, body),
    ticket: async (id) => ok(await customer().team.call('GET', `/tickets/${id}`)),
    trail: async (workflowId) => (await runs(workflowId))[0]?.trail.map((one: { step: string }) => one.step),
    over: (workflowId, status) =>
      eventually(async () => {
        const [run] = await runs(workflowId);
        expect(run?.status).toBe(status);
        return run ?? {};
      }),
  };
};
