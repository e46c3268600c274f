// Where the files of tests run: in the worker's own context. Jest's environment gives each file a context of its own, behind
// a proxy that every use of a global goes through.
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { rememberGlobals } = require('./globals.cjs');

/** Globals that Jest's own code asks for by name. */
const jestGlobals = {
  [Symbol.for('jest-native-promise')]: Promise,
  [Symbol.for('jest-native-now')]: Date.now.bind(Date),
  [Symbol.for('jest-native-read-file')]: require('node:fs').readFileSync,
  [Symbol.for('jest-native-write-file')]: require('node:fs').writeFileSync,
  [Symbol.for('jest-native-exists-file')]: require('node:fs').existsSync,
  'jest-symbol-do-not-touch': Symbol,
};

/** Symbols under which Jest's runner stores a file's tests and listeners. They would stay, and receive the events of later files. */
const runnerSymbols = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/** Jest environment: the worker's context. Changes of globals and of `process` are undone after each file. */
class WorkerContext {
  constructor({ projectConfig }) {
    this.global = globalThis;
    Object.assign(globalThis, { global: globalThis, ...jestGlobals });
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis };
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(timers);
    this.before = {
      restoreGlobals: rememberGlobals(),
      env: { ...process.env },
      exit: process.exit,
      exitCode: process.exitCode,
      listeners: listeners(),
    };
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    const { env, exit, exitCode, listeners: kept } = this.before;
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (runnerSymbols.has(symbol.description)) delete globalThis[symbol];
    this.before.restoreGlobals();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.exit = exit;
    process.exitCode = exitCode;
    for (const [name, listener] of listeners())
      if (!kept.some(([, known]) => known === listener)) process.off(name, listener);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.global;
  }
}

const listeners = () =>
  process.eventNames().flatMap((name) => process.rawListeners(name).map((listener) => [name, listener]));

module.exports = WorkerContext;
