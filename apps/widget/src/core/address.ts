/** Milliseconds between two checks of the address in a browser without an event for it. */
const LOOK_MS = 500;

interface WithNavigation {
  navigation?: EventTarget;
}

/** Hears that the page has another address, also when an application changes it by itself. The page's objects stay as they are. */
export const watchAddress = (hear: () => void, ended: AbortSignal): void => {
  let known = location.href;
  const look = (): void => {
    if (location.href === known) return;
    known = location.href;
    hear();
  };
  const { navigation } = window as WithNavigation;
  if (navigation) {
    navigation.addEventListener('currententrychange', look, { signal: ended });
    return;
  }
  const timer = setInterval(look, LOOK_MS);
  ended.addEventListener('abort', () => clearInterval(timer));
};
