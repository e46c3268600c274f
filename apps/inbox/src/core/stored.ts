/** A JSON value of this browser's storage; the fallback when it has none. */
export const readStored = <T>(name: string, fallback: T): T => {
  const text = localStorage.getItem(name);
  return text === null ? fallback : (JSON.parse(text) as T);
};

/** Stores a value in this browser, or deletes it when it is empty. A full storage is no error: requests to the platform go on. */
export const writeStored = (name: string, value: object): void => {
  try {
    if (Object.keys(value).length > 0) localStorage.setItem(name, JSON.stringify(value));
    else localStorage.removeItem(name);
  } catch {
    // It is full.
  }
};
