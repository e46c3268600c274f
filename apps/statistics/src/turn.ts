/**
 * The key under which writers of histories, facts or sums of a project take turns: consumers, builds and jobs. So each sees the
 * others' deletions, and two never wait for each other.
 */
export const makeTurnKey = (projectId: string): string => `statistics of ${projectId}`;
