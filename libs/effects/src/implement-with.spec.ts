import { TeamsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { CallContext, Handler } from '@parley/rpc';
import type { Effects } from './effects';
import { implementWith } from './implement-with';

it('serves each method by the use case of its name; those that are named record their effect', async () => {
  const recorded: string[] = [];
  const effects: Effects = {
    once: (method, run) => {
      recorded.push(method.name);
      return (request, context) => run(request, { ...context, record: () => Promise.resolve() });
    },
  };
  const useCase = (name: string) => (deps: { effects: Effects; of: string }) =>
    Promise.resolve({ team: { name: `${name} ${deps.of}` } });
  const teams = {
    listTeams: () => Promise.resolve({ teams: [] }),
    createTeam: useCase('created'),
    updateTeam: useCase('updated'),
    deleteTeam: useCase('deleted'),
    reorderTeam: useCase('reordered'),
    checkTeam: () => Promise.resolve({}),
    noMethod: () => 'passed over',
  };
  const served = implementWith({ effects, of: 'here' }, TeamsServiceDefinition, teams, 'createTeam');
  expect(Object.keys(served.handlers)).toEqual(Object.keys(TeamsServiceDefinition.methods));
  const update = served.handlers['updateTeam'] as Handler<typeof TeamsServiceDefinition.methods.updateTeam>;
  expect(await update({} as never, {} as CallContext)).toEqual({ team: { name: 'updated here' } });
  expect(recorded).toEqual(['CreateTeam']);
});
