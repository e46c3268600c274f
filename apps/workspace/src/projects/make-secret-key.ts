import type { Store } from '../db';
import type { Deps } from '../deps';
import { GRACE_MS } from '../secrets';
import { newSecretKey, secretKeyContext, secretKeyHash } from './project';
import { type ProjectRow, replaceSecretKey } from './project.store';

/** Gives a project, new or locked, another secret key; the one before it is accepted for 24 hours. */
export const makeSecretKey = (
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  tx: Store,
  projectId: string,
): Promise<ProjectRow> => {
  const key = newSecretKey();
  const now = clock();
  return replaceSecretKey(tx, projectId, {
    sealed: sealer.seal(key, secretKeyContext(projectId)),
    hash: secretKeyHash(key),
    until: new Date(now.getTime() + GRACE_MS),
    now,
  });
};
