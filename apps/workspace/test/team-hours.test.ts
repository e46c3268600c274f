import { newId } from '@parley/persistence';
import { TeamHoursServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_hours_service';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { createProject } from './support/people';
import {
  inProject,
  type Person,
  present,
  silentObserver,
  startWorkspace,
  type TestWorkspace,
} from './support/workspace';

let workspace: TestWorkspace;
let hours: Client<TeamHoursServiceDefinition>;
let owner: Person;
let project: Project;
beforeAll(async () => {
  workspace = await startWorkspace();
  hours = createClient(
    TeamHoursServiceDefinition,
    createLocalCaller(workspace.implementations, silentObserver),
  );
  owner = await workspace.person();
  project = await createProject(workspace, owner);
});
afterAll(() => workspace.stop());

const createTeam = async (operatingHours: object | undefined, inside = project): Promise<string> => {
  const request = { name: 'Support', assignmentMethod: 'manual', members: [], operatingHours };
  return present((await workspace.teams.createTeam(request, inProject(owner.user, inside))).team).id;
};
const ask = async (teamIds: string[], at: string | undefined) =>
  (await hours.getTeamHours({ teamIds, at }, inProject(owner.user, project))).teams;

describe('GetTeamHours', () => {
  it('answers by the clocks of the team’s time zone, summer and winter', async () => {
    const berlin = await createTeam({
      enabled: true,
      timezone: 'Europe/Berlin',
      openingTimes: [{ day: 'monday', openingTime: '09:00', closingTime: '17:00' }],
    });
    const always = await createTeam(undefined);
    expect(await ask([berlin, always], '2026-01-05T07:30:00.000Z')).toEqual([
      { teamId: berlin, open: false, changesAt: '2026-01-05T08:00:00.000Z' },
      { teamId: always, open: true },
    ]);
    expect(await ask([berlin], '2026-07-06T07:30:00.000Z')).toEqual([
      { teamId: berlin, open: true, changesAt: '2026-07-06T15:00:00.000Z' },
    ]);
  });

  it('knows the holidays of a team', async () => {
    const team = await createTeam({
      enabled: true,
      timezone: 'Europe/Berlin',
      openingTimes: [{ day: 'monday', openingTime: '09:00', closingTime: '17:00' }],
      holidays: [{ date: '2026-01-05', name: 'Day off' }],
    });
    expect(await ask([team], '2026-01-05T10:00:00.000Z')).toEqual([
      { teamId: team, open: false, changesAt: '2026-01-12T08:00:00.000Z' },
    ]);
  });

  it('leaves out unknown teams and those of another project', async () => {
    const foreign = await createTeam(undefined, await createProject(workspace, owner));
    expect(await ask([foreign, newId()], '2026-01-05T07:30:00.000Z')).toEqual([]);
  });

  it('takes at most 100 teams, and a time', async () => {
    const many = (count: number) => Array.from({ length: count }, newId);
    const at = '2026-01-05T07:30:00.000Z';
    expect(await ask(many(100), at)).toEqual([]);
    await expect(ask(many(101), at)).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'teamIds' }],
    });
    await expect(ask([], undefined)).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'at' }],
    });
  });
});
