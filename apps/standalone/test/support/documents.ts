import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@parley/testing';
import type { FullProject } from './full-project';
import { probes } from './requests';
import type { SurfaceOperation } from './surface';

/** What a project answers its own admin, by path. */
export type Documents = Record<string, unknown>;

const read = async (surface: readonly SurfaceOperation[], its: FullProject): Promise<Documents> => {
  const documents: Documents = {};
  for (const { id, method, inProject } of surface) {
    if (method !== 'GET' || !inProject) continue;
    for (const { path } of probes[id]?.(its, its) ?? []) {
      const { status, body } = await its.admin.call('GET', path);
      expect({ path, status }).toEqual({ path, status: 200 });
      documents[path] = body;
    }
  }
  return documents;
};

/** Every document of a project, once nothing changes any more by itself: indexes, mails and webhooks follow a write. */
export const settledDocuments = (
  surface: readonly SurfaceOperation[],
  its: FullProject,
): Promise<Documents> =>
  eventually(async () => {
    const before = await read(surface, its);
    await sleep(500);
    const after = await read(surface, its);
    expect(after).toEqual(before);
    return after;
  }, 60_000);

/** Every id and every text of a project that its documents hold, each alone enough to betray it. */
export const listSecrets = (
  documents: Documents,
  { mark, texts, ids, projectId, organisationId }: FullProject,
): string[] => {
  const everything = JSON.stringify([documents, texts, ids, projectId, organisationId]);
  const words = everything.match(new RegExp(`[\\w-]*${mark}|\\b[0-9a-f]{24}\\b`, 'gi')) ?? [];
  return [...new Set([...words, texts.svcHash, texts.fileUrl])];
};
