// Globals that a file of tests leaves changed would break later files of its worker: a spy on a fake timer, for example, which Jest
// restores after the real timers, leaves the fake one.

/** Remembers the globals. The answer is a function that restores them. */
exports.rememberGlobals = () => {
  const before = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  return () => {
    for (const [name, descriptor] of before)
      if (hasChanged(name, descriptor)) Object.defineProperty(globalThis, name, descriptor);
  };
};

/** Whether it has another value. A global that Node.js makes at its first use has none before. */
const hasChanged = (name, { value, configurable }) =>
  configurable && value !== undefined && Object.getOwnPropertyDescriptor(globalThis, name)?.value !== value;
