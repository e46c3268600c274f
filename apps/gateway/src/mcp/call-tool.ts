import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Answer, jsonAnswer } from '../rest';
import { type Failure, toFailure, writeFailure } from './errors';
import { KEY_FIELD, type Tool, type ToolCall } from './tool';

/** Everything that calls of tools need of a request. */
export interface CallDeps {
  requestId: string;
  /** The API as the caller, with a key for operations that have an effect. */
  open(idempotencyKey: string | undefined): ToolCall;
  /** Runs `work` once per key, as an operation of the name `target`. */
  once(key: string, target: string, args: object, work: () => Promise<Answer>): Promise<Answer>;
  onFault(error: unknown, tool: string): void;
}

/** Carries a call out and answers its result, a failure too: a model reads why and corrects itself. */
export const callTool = async (deps: CallDeps, tool: Tool, given: unknown): Promise<CallToolResult> => {
  const { name } = tool.listed;
  const fail = (error: unknown): Failure => {
    const failure = toFailure(error, deps.requestId);
    if (failure.fault) deps.onFault(error, name);
    return failure;
  };
  try {
    const { [KEY_FIELD]: key, ...args } = tool.read(given);
    const run = async (): Promise<CallToolResult> => {
      const { text, data } = await tool.run(args, deps.open(key as string | undefined));
      return { content: [{ type: 'text', text }], structuredContent: { ...data } };
    };
    if (typeof key !== 'string') return await run();
    const answer = await deps.once(key, name, args, () =>
      run().then(
        (result) => jsonAnswer(result),
        (error: unknown) => {
          const failure = fail(error);
          return jsonAnswer(toResult(failure), failure.status);
        },
      ),
    );
    return JSON.parse(answer.body ?? '') as CallToolResult;
  } catch (error) {
    return toResult(fail(error));
  }
};

const toResult = ({ fault: _, ...failure }: Failure): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: writeFailure({ ...failure, fault: false }) }],
  structuredContent: { error: failure },
});
