import type { Tool } from '../../index';
import { claim } from './alone';
import type { App } from './app';
import { persist } from './retry';
import { tellRefusal } from './tell';

/** A workflow or an AI agent asks the page for something, and waits for it. */
export interface ToolCall {
  toolCallId: string;
  name: string;
  arguments?: Record<string, unknown>;
  /** ISO 8601: the answer is not needed afterwards. */
  expiresAt?: string;
}

/** The page's tools, by name. */
export interface Tools {
  set(name: string, tool: Tool): void;
  /** Has the page do it once, in one of its tabs, as soon as it has a tool of that name. */
  ask(call: ToolCall): void;
}

/** Milliseconds by which the visitor's clock may be wrong. */
const CLOCK_MS = 300_000;

const toText = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result ?? null);

/** @param tools Those that the page has named so far. */
export const createTools = (
  { send, emitter }: Pick<App, 'send' | 'emitter'>,
  tools: Map<string, Tool>,
): Tools => {
  const waiting = new Map<string, ToolCall>();
  const known = new Set<string>();

  const answer = async (tool: Tool, given: Record<string, unknown>): Promise<string> => {
    try {
      return toText(await tool(given));
    } catch (error) {
      // The caller learns of the failure, rather than wait in vain.
      console.error('parley:', error);
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  const perform = async (
    tool: Tool,
    { toolCallId, name, arguments: given = {} }: ToolCall,
  ): Promise<void> => {
    if (!(await claim(`tool:${toolCallId}`))) return;
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
