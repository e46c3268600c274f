import type { Parley, ProjectMember, Team } from '@parley/client';
import { badArgument, type ToolCall } from './tool';

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** One of a list by its id or name; undefined for none. 400 naming the choices when several or none fit. */
const choose = <Item extends { id: string; name: string }>(
  field: string,
  items: readonly Item[],
  wanted: string,
  isIt: (item: Item) => boolean,
): Item => {
  const found = items.filter((item) => item.id === wanted || isIt(item));
  if (found.length === 1 && found[0]) return found[0];
  const names = (found.length > 1 ? found : items).slice(0, 20).map(({ id, name }) => `${name} (${id})`);
  throw badArgument(field, `must be one of ${names.join(', ')}`);
};

/** A member of the team by `me`, id, address or name. 400 naming the members. */
export const findMember = async (
  { parley, userId }: ToolCall,
  field: string,
  wanted: string,
): Promise<ProjectMember> => {
  const members = await parley.projectMembers.list({ limit: 1000 });
  const name = wanted === 'me' && userId !== undefined ? userId : wanted;
  return choose(field, members, name, (one) => same(one.email, name) || same(one.name, name));
};

/** A team by its id or name. 400 naming the teams. */
export const findTeam = async (parley: Parley, field: string, wanted: string): Promise<Team> =>
  choose(field, await parley.teams.list({ limit: 1000 }), wanted, ({ name }) => same(name, wanted));
