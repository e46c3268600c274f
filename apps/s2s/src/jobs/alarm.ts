/** Wakes somebody at the earliest of the times that it was told. */
export interface Alarm {
  at(time: Date): void;
  stop(): void;
}

/** Most milliseconds that a timer takes. */
const MAX_WAIT = 2 ** 31 - 1;

/** Makes an alarm; it has a timer only while a time is to come. */
export const createAlarm = (clock: () => Date, wake: () => void): Alarm => {
  let earliest = Infinity;
  let timer: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    earliest = Infinity;
  };

  return {
    at: (time) => {
      if (time.getTime() >= earliest) return;
      stop();
      earliest = time.getTime();
      const wait = Math.min(Math.max(0, earliest - clock().getTime()), MAX_WAIT);
      timer = setTimeout(() => {
        stop();
        wake();
      }, wait);
      timer.unref();
    },
    stop,
  };
};
