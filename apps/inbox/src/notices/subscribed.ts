/** Set in a browser that gets notices while no window is open. */
const STORED = 'parley-inbox-push';

/** Whether this browser has push messages. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** Whether this browser gets notices while no window is open. */
export const isSubscribed = (): boolean => localStorage.getItem(STORED) !== null;

/** Notes that it does, or that it does no more. */
export const noteSubscribed = (isOn: boolean): void =>
  isOn ? localStorage.setItem(STORED, 'on') : localStorage.removeItem(STORED);
