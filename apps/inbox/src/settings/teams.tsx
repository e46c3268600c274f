import type { Team, TeamsCreateBody } from '@parley/client';
import type { VNode } from 'preact';
import { current, members, toName, readPeople, say, tellFailure } from '../core';
import { CheckField, ChecksField, ChoiceField, Form, TextField, useForm } from '../forms';
import { numberOrNone, toBody } from './body';
import { HoursFields, readHours } from './opening-hours';
import { type FormProps, Records } from './records';
import type { SectionProps } from './section';

const methods = ['manual', 'balanced', 'circular', 'random'] as const;

const readValues = (team: Team | undefined) => ({
  name: team?.name ?? '',
  assignmentMethod: team?.assignmentMethod ?? 'manual',
  members: team?.members ?? [],
  selectOnlyOnlineMembers: team?.selectOnlyOnlineMembers ?? false,
  limitTicketAmount: team?.limitTicketAmount ?? false,
  ticketAmount: String(team?.ticketAmount ?? ''),
  'slaOptions.defaultSla': String(team?.slaOptions?.defaultSla ?? ''),
  ...readHours(team?.operatingHours),
});

const TeamForm = ({ record: team, leave }: FormProps<Team>): VNode => {
  const { parley, permissions } = current();
  const form = useForm(
    readValues(team),
    async (values) => {
      const sla = numberOrNone(values['slaOptions.defaultSla']);
      const body = {
        ...toBody({ ...values, ticketAmount: numberOrNone(values.ticketAmount) }),
        slaOptions: sla === undefined ? {} : { defaultSla: sla },
      } as TeamsCreateBody;
      // Parts of the hours that the form does not have stay.
      body.operatingHours = { ...team?.operatingHours, ...body.operatingHours };
      await (team ? parley.teams.update(team.id, body) : parley.teams.create(body));
      await readPeople();
      await leave();
    },
    { isNew: team === undefined },
  );
  const isAutomatic = form.values.assignmentMethod !== 'manual';
  const remove = team &&
    permissions.has('TEAM_DELETE') && {
      question: say('teams.delete.ask', { name: team.name }),
      run: () => parley.teams.delete(team.id).then(readPeople).then(leave),
    };
  return (
    <Form form={form} label={say('teams.form')} remove={remove || undefined}>
      <TextField form={form} name="name" label={say('form.name')} required />
      <ChecksField
        form={form}
        name="members"
        label={say('teams.members')}
        choices={members.value.map((member) => [member.id, toName(member)])}
      />
      <ChoiceField
        form={form}
        name="assignmentMethod"
        label={say('teams.method')}
        choices={methods.map((method) => [method, say(`teams.method.${method}`)])}
      />
      {isAutomatic && (
        <>
          <CheckField form={form} name="selectOnlyOnlineMembers" label={say('teams.online')} />
          <CheckField form={form} name="limitTicketAmount" label={say('teams.limit')} />
          {form.values.limitTicketAmount && (
            <TextField form={form} name="ticketAmount" type="number" min="1" label={say('teams.amount')} />
          )}
        </>
      )}
      <TextField
        form={form}
        name="slaOptions.defaultSla"
        type="number"
        min="0"
        label={say('teams.sla')}
        help={say('teams.sla.help')}
      />
      <HoursFields form={form} />
    </Form>
  );
};

/** Moves a team one place: both swap their positions. */
const swap = async (team: Team, other: Team | undefined, reload: () => Promise<void>): Promise<void> => {
  if (!other) return;
  const { teams } = current().parley;
  await teams.reorder(team.id, { lexorank: other.lexorank });
  await teams.reorder(other.id, { lexorank: team.lexorank });
  await Promise.all([reload(), readPeople()]);
};

/** Teams, in the order of the inbox. */
export const Teams = ({ id }: SectionProps): VNode => (
  <Records<Team>
    base="/inbox/settings/teams"
    id={id}
    title={say('settings.teams')}
    hint={say('teams.hint')}
    add="teams.add"
    empty="teams.empty"
    read={() => current().parley.teams.list({ limit: 1000 })}
    row={(team) => ({
      name: team.name,
      about: `${say('teams.count', { count: team.members.length })} · ${say(`teams.method.${team.assignmentMethod as 'manual'}`)}`,
    })}
    tools={(team, all, reload) => {
      const at = all.indexOf(team);
      const button = (name: 'up' | 'down', other: Team | undefined): VNode => (
        <button
          type="button"
          class="tool"
          aria-label={say(`teams.${name}`, { name: team.name })}
          disabled={!other}
          onClick={() => void swap(team, other, reload).catch(tellFailure)}
        >
          {name === 'up' ? '↑' : '↓'}
        </button>
      );
      return (
        <>
          {button('up', all[at - 1])}
          {button('down', all[at + 1])}
        </>
      );
    }}
    form={TeamForm}
  />
);
