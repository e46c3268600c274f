/** What this browser keeps under a name, as JSON; the fallback where it keeps nothing. */
export const readStored = <T>(name: string, fallback: T): T => {
  const text = localStorage.getItem(name);
  return text === null ? fallback : (JSON.parse(text) as T);
};

/**
 * Keeps a value in this browser, or nothing when it is empty. What does not fit is not kept there: the tries to bring it to the
 * platform go on all the same.
 */
export const writeStored = (name: string, value: object): void => {
  try {
    if (Object.keys(value).length > 0) localStorage.setItem(name, JSON.stringify(value));
    else localStorage.removeItem(name);
  } catch (error) {
    console.warn(error);
  }
};
