import { type FieldProblem, invalid } from '@parley/errors';
import { isObject, jsonBytes } from '@parley/json';
import { type CallContext, systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { openFields, type AgentTool } from '../core';

const MAX_TOOLS = 32;
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_DESCRIPTION = 1_000;
const MAX_PARAMETERS_BYTES = 16_384;

const readTool = (value: unknown, index: number, problems: FieldProblem[]): AgentTool[] => {
  if (!isObject(value)) {
    problems.push({ field: `tools.${index}`, message: 'must be an object' });
    return [];
  }
  const fields = openFields(value, `tools.${index}`, problems);
  const name = fields.text('name', { max: 64, required: true, pattern: TOOL_NAME });
  const description = fields.text('description', { max: MAX_DESCRIPTION, required: true });
  const parameters = fields.given('parameters');
  if (parameters !== undefined && !isObject(parameters)) fields.wrong('parameters', 'must be an object');
  else if (jsonBytes(parameters) > MAX_PARAMETERS_BYTES)
    fields.wrong('parameters', `must have at most ${MAX_PARAMETERS_BYTES} bytes of JSON`);
  if (name === undefined || description === undefined) return [];
  return [{ name, description, ...(isObject(parameters) && { parameters }) }];
};

/** Reads the tools of an AI agent, each of another name. */
export const readTools = (sent: readonly unknown[], problems: FieldProblem[]): AgentTool[] => {
  if (sent.length > MAX_TOOLS)
    problems.push({ field: 'tools', message: `must have at most ${MAX_TOOLS} elements` });
  const tools = sent.slice(0, MAX_TOOLS).flatMap((value, index) => readTool(value, index, problems));
  tools.forEach(({ name }, index) => {
    if (tools.findIndex((other) => other.name === name) < index)
      problems.push({ field: `tools.${index}.name`, message: 'is the name of another tool too' });
  });
  return tools;
};

/** Refuses a team that the project does not have: 400 naming `handoffTeam`. */
export const checkTeam = async (
  { directory }: Pick<Deps, 'directory'>,
  projectId: string,
  teamId: string | null | undefined,
  { requestId }: CallContext,
): Promise<void> => {
  if (teamId === null || teamId === undefined) return;
  const { teams } = await directory.getTeams(
    { projectId, teamIds: [teamId] },
    systemContext('s2s', { projectId, requestId }),
  );
  if (teams.length === 0) throw invalid({ field: 'handoffTeam', message: 'is not known in this project' });
};
