import type { TreePlace } from './reach.store';

/** The collections that a visitor sees. */
export interface VisibleTree {
  has(id: string): boolean;
  /** Articles that the visitor sees directly in a collection. */
  articles(id: string): number;
  /** Collections that the visitor sees directly in one, or at the top level (null), in order. */
  children(id: string | null): string[];
  /** Every collection that the visitor sees. */
  ids(): string[];
}

/** Leaves out the collections that hold nothing for the visitor, neither directly nor further below. */
export const visibleTree = (places: readonly TreePlace[]): VisibleTree => {
  const byId = new Map(places.map((place) => [place.id, place]));
  const visible = new Set<string>();
  for (const place of places) {
    if (place.articles === 0) continue;
    for (
      let at: TreePlace | undefined = place;
      at && !visible.has(at.id);
      at = at.parentId === null ? undefined : byId.get(at.parentId)
    )
      visible.add(at.id);
  }
  const children = new Map<string | null, string[]>();
  for (const { id, parentId } of places) {
    if (!visible.has(id)) continue;
    const level = children.get(parentId);
    if (level) level.push(id);
    else children.set(parentId, [id]);
  }
  return {
    has: (id) => visible.has(id),
    articles: (id) => byId.get(id)?.articles ?? 0,
    children: (id) => children.get(id) ?? [],
    ids: () => [...visible],
  };
};
