import type { FieldProblem } from '@parley/errors';
import { newId } from '@parley/persistence';
import type { PipelineLaneInput } from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import type { Lane } from './board';

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * Reads the lanes of a board, sorted by `order`; one without it counts with its place in the list. Problems go to
 * `problems`, by the places in the list that was sent.
 */
export const readLanes = (sent: readonly PipelineLaneInput[], problems: FieldProblem[]): Lane[] => {
  const [ids, titles] = [new Set<string>(), new Set<string>()];
  const refuse = (index: number, member: string, message: string): void =>
    void problems.push({ field: `lanes.${index}.${member}`, message });
  const lanes = sent.map(({ id, title, color, order, archived }, index) => {
    if (isBlank(title)) refuse(index, 'title', 'must not be blank');
    const name = title.toLowerCase();
    if (titles.has(name)) refuse(index, 'title', 'must be unlike the title of every other lane');
    titles.add(name);
    if (id !== undefined && ids.has(id)) refuse(index, 'id', 'must be unlike the id of every other lane');
    if (id !== undefined) ids.add(id);
    return {
      place: order ?? index,
      lane: { id: id ?? newId(), title, color: color ?? null, archived: archived ?? false },
    };
  });
  if (sent.every(({ archived }) => archived === true))
    problems.push({ field: 'lanes', message: 'must have at least one lane that is not archived' });
  return lanes.sort((a, b) => a.place - b.place).map(({ lane }) => lane);
};
