import type { FullProject } from '../full-project';
import { missing, type Probes, refused } from './request';

const workflow = missing('workflow');
const agent = missing('agent');
const NOBODY = '0'.repeat(24);

const toWorkflowPath = ({ ids }: FullProject): string => `/workflows/${ids.workflow}`;
const toAgentPath = ({ ids }: FullProject): string => `/agents/${ids.aiAgent}`;

const steps = [{ id: 'end', type: 'message', content: 'Hello', next: null }];

/** Workflows and AI agents. */
export const workflowProbes: Record<string, Probes> = {
  'workflows.list': (its) => [
    { path: '/workflows' },
    { path: `/workflows?name=Workflow${its.mark}` },
    { path: `/workflows?createdBy=${its.ids.admin}` },
  ],
  'workflows.create': (its, mine) => [
    { path: '/workflows', body: { name: 'New', steps } },
    ...(its === mine
      ? []
      : [
          {
            path: '/workflows',
            body: { name: 'New', steps: [{ id: 'a', type: 'agent', agentId: its.ids.aiAgent }] },
            stranger: refused('steps.0.agentId'),
          },
          {
            path: '/workflows',
            body: { name: 'New', steps: [{ id: 'a', type: 'assign', team: its.ids.team, next: null }] },
            stranger: refused('steps.0.team'),
          },
          {
            path: '/workflows',
            body: { name: 'New', steps: [{ id: 'a', type: 'assign', user: its.ids.agent, next: null }] },
            stranger: refused('steps.0.user'),
          },
        ]),
  ],
  'workflows.get': (its) => [{ path: toWorkflowPath(its), stranger: workflow }],
  'workflows.update': (its, mine) => [
    { path: toWorkflowPath(its), body: { description: 'Changed' }, stranger: workflow },
    ...(its === mine
      ? []
      : [
          {
            path: toWorkflowPath(mine),
            body: { steps: [{ id: 'a', type: 'handoff', team: its.ids.team }] },
            stranger: refused('steps.0.team'),
          },
        ]),
  ],
  'workflows.delete': (its, mine) =>
    its === mine
      ? [{ path: `/workflows/${NOBODY}`, own: 404 }]
      : [{ path: toWorkflowPath(its), stranger: workflow }],
  'workflows.runs': (its) => [
    { path: `${toWorkflowPath(its)}/runs`, stranger: workflow },
    { path: `${toWorkflowPath(its)}/runs?status=waiting`, stranger: workflow },
  ],
  'tickets.run-workflow': (its, mine) => [
    {
      path: `/tickets/${its.ids.ticket}/workflow`,
      body: { workflowId: mine.ids.workflow },
      stranger: missing('ticket'),
    },
    ...(its === mine
      ? []
      : [
          {
            path: `/tickets/${mine.ids.ticket}/workflow`,
            body: { workflowId: its.ids.workflow },
            stranger: workflow,
          },
        ]),
  ],
  'agents.list': (its) => [{ path: '/agents' }, { path: `/agents?handoffTeam=${its.ids.team}` }],
  'agents.create': (its) => [
    {
      path: '/agents',
      body: { name: 'New', handoffTeam: its.ids.team },
      stranger: refused('handoffTeam'),
    },
  ],
  'agents.get': (its) => [{ path: toAgentPath(its), stranger: agent }],
  'agents.update': (its) => [{ path: toAgentPath(its), body: { enabled: true }, stranger: agent }],
  'agents.delete': (its, mine) =>
    its === mine ? [{ path: `/agents/${NOBODY}`, own: 404 }] : [{ path: toAgentPath(its), stranger: agent }],
};
