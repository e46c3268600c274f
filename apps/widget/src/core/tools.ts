import type { Tool } from '../../index';
import { type App } from './app';
import { pause, persist } from './retry';
import { tellRefusal } from './tell';

/** A workflow or an AI agent asks the page for something, and waits for it. */
export interface ToolCall {
  toolCallId: string;
  name: string;
  arguments?: Record<string, unknown>;
  /** ISO 8601: nobody waits any longer. */
  expiresAt?: string;
}

/** What the page does when it is asked, by name. */
export interface Tools {
  set(name: string, tool: Tool): void;
  /** Has the page do it once, in one of its tabs, as soon as it has a tool of that name. */
  ask(call: ToolCall): void;
}

/** Milliseconds for which the tab that does it keeps the others from it: longer than a call lives. */
const HELD_MS = 120_000;
/** Milliseconds by which a tab that nobody looks at lets the others go first. */
const COURTESY_MS = 1_000;
/** Milliseconds by which the visitor's clock may be wrong. */
const CLOCK_MS = 300_000;

/** Whether this tab is the first to claim a call: what a tool does shall not be done twice. Where there are no locks, it is. */
const claim = (id: string): Promise<boolean> => {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> => {
      resolve(lock !== null);
      return new Promise((end) => setTimeout(end, lock ? HELD_MS : 0));
    };
    // Frames without an origin have locks that refuse.
    locks.request(`parley:tool:${id}`, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
};

const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result ?? null);

export const createTools = ({ send, emitter }: Pick<App, 'send' | 'emitter'>): Tools => {
  const tools = new Map<string, Tool>();
  const waiting = new Map<string, ToolCall>();
  const known = new Set<string>();

  const answer = async (tool: Tool, given: Record<string, unknown>): Promise<string> => {
    try {
      return textOf(await tool(given));
    } catch (error) {
      // Whoever asked learns that it failed, rather than wait for nothing.
      console.error('parley:', error);
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  const perform = async (
    tool: Tool,
    { toolCallId, name, arguments: given = {} }: ToolCall,
  ): Promise<void> => {
    if (document.visibilityState !== 'visible') await pause(COURTESY_MS);
    if (!(await claim(toolCallId))) return;
    const result = await answer(tool, given);
    await persist(() => send('POST', `/shared/frontend-tools/${toolCallId}/result`, { name, result }));
  };
  const look = (): void => {
    for (const [id, call] of waiting) {
      const tool = tools.get(call.name);
      const isOver = Date.parse(call.expiresAt ?? '') + CLOCK_MS < Date.now();
      if (tool || isOver) waiting.delete(id);
      if (tool && !isOver) perform(tool, call).catch(tellRefusal({ emitter }, 'tool'));
    }
  };
  return {
    set: (name, tool) => {
      tools.set(name, tool);
      look();
    },
    ask: (call) => {
      const { toolCallId: id } = call;
      // It comes as an event and as the step that a conversation waits for.
      if (known.has(id)) return;
      known.add(id);
      waiting.set(id, call);
      look();
    },
  };
};
