import type { Sealer } from '@parley/auth';
import type { Deps } from '../deps';
import { resealPushKey } from '../pushes';
import { integrationContext, secretKeyContext, sessionSecretContext } from '../projects';
import { keyContext } from '../tokens';
import { webhookHeadersContext, webhookSecretContext } from '../webhooks';
import type { FormerSecret } from '../secrets';
import {
  listSealedKeys,
  listSealedProjects,
  listSealedWebhooks,
  replaceSealedKey,
  replaceSealedProject,
  replaceSealedWebhook,
  type SealedProject,
  type SealedWebhook,
} from './sealed.store';

const BATCH = 200;

type ResealDeps = Pick<Deps, 'store' | 'sealer'>;

const reseal = (sealer: Sealer, sealed: string, context: string): string =>
  sealer.isStale(sealed) ? sealer.seal(sealer.open(sealed, context), context) : sealed;

const resealFormer = (sealer: Sealer, former: readonly FormerSecret[], context: string): FormerSecret[] =>
  former.map(({ sealed, until }) => ({ sealed: reseal(sealer, sealed, context), until }));

const areStale = (sealer: Sealer, sealed: readonly string[], former: readonly FormerSecret[]): boolean =>
  [...sealed, ...former.map((secret) => secret.sealed)].some((text) => sealer.isStale(text));

const resealedProject = (sealer: Sealer, project: SealedProject): SealedProject => ({
  id: project.id,
  sessionSecret: reseal(sealer, project.sessionSecret, sessionSecretContext(project.id)),
  formerSessionSecrets: resealFormer(sealer, project.formerSessionSecrets, sessionSecretContext(project.id)),
  secretKey:
    project.secretKey === null ? null : reseal(sealer, project.secretKey, secretKeyContext(project.id)),
  integrations: Object.fromEntries(
    Object.entries(project.integrations).map(([provider, sealed]) => [
      provider,
      reseal(sealer, sealed, integrationContext(project.id, provider)),
    ]),
  ),
});

const isStaleProject = (sealer: Sealer, project: SealedProject): boolean =>
  areStale(
    sealer,
    [project.sessionSecret, project.secretKey ?? [], Object.values(project.integrations)].flat(),
    project.formerSessionSecrets,
  );

const resealedWebhook = (sealer: Sealer, webhook: SealedWebhook): SealedWebhook => {
  const context = webhookSecretContext(webhook.id);
  return {
    ...webhook,
    secret: reseal(sealer, webhook.secret, context),
    formerSecrets: resealFormer(sealer, webhook.formerSecrets, context),
    headers: reseal(sealer, webhook.headers, webhookHeadersContext(webhook.id)),
  };
};

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

const resealWebhooks = async ({ store, sealer }: ResealDeps): Promise<number> => {
  let count = 0;
  let after = { projectId: '', id: '' };
  for (;;) {
    const batch = await listSealedWebhooks(store, after, BATCH);
    for (const webhook of batch) {
      const { secret, headers, formerSecrets } = webhook;
      if (!areStale(sealer, [secret, headers], formerSecrets)) continue;
      if (await replaceSealedWebhook(store, webhook, resealedWebhook(sealer, webhook))) count += 1;
    }
    const last = batch.at(-1);
    if (!last) return count;
    after = last;
  }
};

/** How much was sealed with the first secret key. */
export interface Resealed {
  keys: number;
  projects: number;
  webhooks: number;
}

/** Seals every secret at rest with the first secret key; those that are already stay as they are. Can run at any time. */
export const resealSecrets = async (deps: ResealDeps): Promise<Resealed> => ({
  keys: (await resealKeys(deps)) + (await resealPushKey(deps)),
  projects: await resealProjects(deps),
  webhooks: await resealWebhooks(deps),
});
