/**
 * The key under which whoever writes stories, facts or sums of a project takes turns: consumers, builds and jobs. So each sees what
 * others took away, and two never wait for each other.
 */
export const turnOf = (projectId: string): string => `statistics of ${projectId}`;
