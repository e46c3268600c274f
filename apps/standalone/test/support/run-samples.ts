import { ok } from './api';
import type { FullProject } from './full-project';
import type { ProbeRequest } from './requests/request';

/** A step that waits for words. */
export const question = { id: 'ask', type: 'question', prompt: 'What?', input: { kind: 'text' }, next: null };

/** Opens a conversation of the project's contact with a new workflow that runs in it. */
export const openWith = async (
  its: FullProject,
  steps: readonly object[],
): Promise<{ id: string; workflowId: string }> => {
  const workflow = ok(await its.admin.call('POST', '/workflows', { name: 'Sample', steps }));
  const path = `/s2s/contacts/${encodeURIComponent(its.texts.userId)}/conversations`;
  const conversation = ok(await its.service.call('POST', path, { workflowId: workflow.id }));
  return { id: conversation.id, workflowId: workflow.id };
};

/** A request to run a workflow in a conversation that has one. */
export const runSample = async (its: FullProject): Promise<ProbeRequest> => {
  const { id, workflowId } = await openWith(its, [question]);
  return { path: `/s2s/conversations/${id}/workflow`, body: { workflowId }, caller: its.service };
};

/** A request of the widget of the project's contact. */
export const ofWidget = (its: FullProject, path: string, body: unknown): ProbeRequest => ({
  path,
  body,
  caller: its.admin.as({ token: undefined, project: undefined }),
  headers: { 'api-token': its.apiToken, 'svc-id': its.texts.svcId, 'svc-hash': its.texts.svcHash },
});
