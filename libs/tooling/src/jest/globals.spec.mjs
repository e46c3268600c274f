import { rememberGlobals } from './globals.cjs';

it('puts back timers, the time and the console that a file of tests left changed', () => {
  const restore = rememberGlobals();
  const before = { setTimeout, Date, console };
  Object.assign(globalThis, { setTimeout: () => undefined, Date: class {}, console: {} });
  restore();
  expect([setTimeout, Date, console]).toEqual([before.setTimeout, before.Date, before.console]);
  expect(setTimeout).toBe(before.setTimeout);
});
