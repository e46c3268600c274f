// Globals that a file of tests leaves changed would break later files of its worker: a spy on a fake timer, for example, which Jest
// takes back after the timers are real again, leaves the fake one.

/** Remembers the globals. What it answers puts them back. */
exports.rememberGlobals = () => {
  const before = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  return () => {
    for (const [name, descriptor] of before)
      if (hasChanged(name, descriptor)) Object.defineProperty(globalThis, name, descriptor);
  };
};

/** Whether it has another value. What Node.js makes at the first use has none before. */
const hasChanged = (name, { value, configurable }) =>
  configurable && value !== undefined && Object.getOwnPropertyDescriptor(globalThis, name)?.value !== value;
