import { notFound } from '@parley/errors';
import type { Deps } from '../deps';
import { withFormer } from '../secrets';
import { newSessionSecret, sessionSecretContext } from './project';
import { lockProject, replaceSessionSecret } from './project.store';

/**
 * Replaces the secret that signs a project's widget sessions. Signatures by the old one are accepted for 24 hours. Answers a report
 * without the secret: admins read it in the project. 404 PROJECT_NOT_FOUND.
 */
export const rotateSessionSecret = async (
  { store, sealer, clock }: Pick<Deps, 'store' | 'sealer' | 'clock'>,
  projectId = '',
): Promise<string> => {
  await store.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) throw notFound('project', `There is no project "${projectId}". Give the id of one.`);
    const now = clock();
    await replaceSessionSecret(tx, projectId, {
      sessionSecret: sealer.seal(newSessionSecret(), sessionSecretContext(projectId)),
      formerSessionSecrets: withFormer(project.formerSessionSecrets, project.sessionSecret, now),
      sessionSecretChangedAt: now,
    });
  });
  return `The project ${projectId} has a new session secret. The old one is accepted for 24 hours.`;
};
