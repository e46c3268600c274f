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
  });

/**
 * What a later version does not answer any more, or answers otherwise. It may answer more fields and elements, and count more; how alike
 * texts are is a matter of the version.
 */
export const findLost = (before: unknown, after: unknown, place = ''): string[] => {
  const isMore = typeof before === 'number' && typeof after === 'number' && after >= before;
  if (/\.score$/.test(place) || (/\.totalCount$/.test(place) && isMore)) return [];
  if (typeof before !== 'object' || before === null)
    return before === after ? [] : [`${place}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`];
  if (typeof after !== 'object' || after === null) return [`${place} became ${JSON.stringify(after)}`];
  const byId = (element: unknown, index: number): [string, unknown] => [
    (element as { id?: string } | null)?.id ?? String(index),
    element,
  ];
  const members = (value: object): [string, unknown][] =>
    Array.isArray(value) ? value.map(byId) : Object.entries(value);
  const found = new Map(members(after));
  return members(before).flatMap(([name, value]) => findLost(value, found.get(name), `${place}.${name}`));
};

/** Every id and every text of a project that its documents hold, each alone enough to betray it. */
export const listSecrets = (
  documents: Documents,
  { mark, texts, ids, projectId, organisationId }: FullProject,
): string[] => {
  const everything = JSON.stringify([documents, texts, ids, projectId, organisationId]);
  const words = everything.match(new RegExp(`[\\w-]*${mark}|\\b[0-9a-f]{24}\\b`, 'gi')) ?? [];
  return [...new Set([...words, texts.svcHash, texts.fileUrl])];
};
