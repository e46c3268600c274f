import { defineTool } from '../tool';

export const listPeople = defineTool('list_people', {
  title: 'List people and teams',
  description: 'Lists the members of the project and its teams, to whom tickets are assigned.',
  effect: 'reads',
  fields: {},
  run: async (_args, { parley }) => {
    const [members, teams] = await Promise.all([
      parley.projectMembers.list({ limit: MOST }),
      parley.teams.list({ limit: MOST }),
    ]);
    const names = new Map(members.map(({ id, name }) => [id, name]));
    return {
      text: [
        `Members: ${members.length}.`,
        ...members.map(({ id, name, email, role }) => `${id}: ${name}, ${email}, ${role}`),
        `Teams: ${teams.length}.`,
        ...teams.map((team) => `${team.id}: ${team.name}, members ${team.members.length}`),
      ].join('\n'),
      data: {
        members: members.map(({ id, name, email, role }) => ({ id, name, email, role })),
        teams: teams.map((team) => ({
          id: team.id,
          name: team.name,
          members: team.members.map((id) => names.get(id) ?? id),
        })),
      },
    };
  },
});

/** Most members and teams that are listed. */
const MOST = 200;
