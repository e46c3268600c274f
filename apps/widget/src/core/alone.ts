/** Does a piece of work while no other tab of this site does a piece of that name; where there are no locks, at once. */
export const alone = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  let begun = false;
  const begin = (): Promise<Result> => {
    begun = true;
    return work();
  };
  try {
    return await locks.request(`parley:${name}`, begin);
  } catch (error) {
    // Frames without an origin have locks that refuse.
    if (begun) throw error;
    return work();
  }
};
