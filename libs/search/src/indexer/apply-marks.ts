import type { SearchDocument } from '../definition';
import { groupBy } from '../group-by';
import type { SearchIndex } from '../search-index';
import type { QueueRow } from './queue';

/** Dependencies for updating an index. */
export interface ApplyDeps {
  index: SearchIndex;
  /** Documents of a project as they should be found now; an id that is missing in the answer is removed. */
  load(projectId: string, ids: readonly string[]): Promise<SearchDocument[]>;
}

/** Brings the marked documents of the index to what `load` answers for them. */
export const applyMarks = async ({ load, index }: ApplyDeps, marks: readonly QueueRow[]): Promise<void> => {
  const found: SearchDocument[] = [];
  const gone: { projectId: string; ids: string[] }[] = [];
  for (const [projectId, own] of groupBy(marks, (mark) => mark.projectId)) {
    const ids = own.map(({ id }) => id);
    const documents = await load(projectId, ids);
    const present = new Set(documents.map(({ id }) => id));
    const missing = ids.filter((id) => !present.has(id));
    found.push(...documents);
    if (missing.length > 0) gone.push({ projectId, ids: missing });
  }
  if (found.length > 0) await index.upsert(found);
  for (const { projectId, ids } of gone) await index.remove(projectId, ids);
};
