/** Runs something at once when it is asked for, and then at most once in `ms`; requests in between are answered by one run at the end. */
export const throttle = (run: () => Promise<unknown>, ms: number): (() => void) => {
  let isResting = false;
  let isAsked = false;
  const start = (): void => {
    isResting = true;
    isAsked = false;
    const rest = new Promise((resolve) => setTimeout(resolve, ms));
    void Promise.allSettled([run(), rest]).then(() => {
      isResting = false;
      if (isAsked) start();
    });
  };
  return () => {
    if (isResting) isAsked = true;
    else start();
  };
};
