import { type Sealer } from '@parley/auth';
import { type Deps } from '../deps';
import { integrationContext, sessionSecretContext } from '../projects/project';
import { keyContext } from '../tokens/signing-keys';
import {
  listSealedKeys,
  listSealedProjects,
  replaceSealedKey,
  replaceSealedProject,
  type SealedProject,
} from './sealed.store';

const BATCH = 200;

type ResealDeps = Pick<Deps, 'store' | 'sealer'>;

const reseal = (sealer: Sealer, sealed: string, context: string): string =>
  sealer.isStale(sealed) ? sealer.seal(sealer.open(sealed, context), context) : sealed;

const resealedProject = (sealer: Sealer, project: SealedProject): SealedProject => ({
  id: project.id,
  sessionSecret: reseal(sealer, project.sessionSecret, sessionSecretContext(project.id)),
  integrations: Object.fromEntries(
    Object.entries(project.integrations).map(([provider, sealed]) => [
      provider,
      reseal(sealer, sealed, integrationContext(project.id, provider)),
    ]),
  ),
});

const isStaleProject = (sealer: Sealer, { sessionSecret, integrations }: SealedProject): boolean =>
  [sessionSecret, ...Object.values(integrations)].some((sealed) => sealer.isStale(sealed));

const resealKeys = async ({ store, sealer }: ResealDeps): Promise<number> => {
  const stale = (await listSealedKeys(store)).filter(({ privateKey }) => sealer.isStale(privateKey));
  for (const { kid, privateKey } of stale) {
    await replaceSealedKey(store, kid, reseal(sealer, privateKey, keyContext(kid)));
  }
  return stale.length;
};

const resealProjects = async ({ store, sealer }: ResealDeps): Promise<number> => {
  let count = 0;
  let after = '';
  for (;;) {
    const batch = await listSealedProjects(store, after, BATCH);
    for (const project of batch) {
      // A project that changed in between was sealed with the first secret by that change, or is met by the next run.
      if (!isStaleProject(sealer, project)) continue;
      if (await replaceSealedProject(store, project, resealedProject(sealer, project))) count += 1;
    }
    const last = batch.at(-1);
    if (!last) return count;
    after = last.id;
  }
};

/** Seals every secret at rest with the first secret key; those that are already stay as they are. Can run at any time. */
export const resealSecrets = async (deps: ResealDeps): Promise<{ keys: number; projects: number }> => ({
  keys: await resealKeys(deps),
  projects: await resealProjects(deps),
});
