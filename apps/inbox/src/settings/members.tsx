import type { Invitation, ProjectMember } from '@parley/client';
import type { VNode } from 'preact';
import { current, toName, readPeople, say, shortTime, tellFailure, toast } from '../core';
import { ChoiceField, ConfirmButton, Form, LinesField, useForm } from '../forms';
import { useRead } from '../ui';
import { splitList } from './body';
import { State } from './records';

type Role = 'admin' | 'user' | 'agent';
const roles: readonly Role[] = ['admin', 'user', 'agent'];
const roleChoices = (): (readonly [Role, string])[] => roles.map((role) => [role, say(`role.${role}`)]);

/** Most rows of a page; a project of this size lists all of them. */
const MOST = 1000;

/** Invites people with a role, and names those who are members already. */
const invite = async (emails: readonly string[], role: Role): Promise<void> => {
  const skipped = await current().parley.invitations.inviteProject({ emails: [...emails], role });
  if (skipped.length > 0) toast(say('members.skipped', { emails: skipped.join(', ') }));
};

const Invite = ({ done }: { done: () => Promise<void> }): VNode => {
  const form = useForm<{ emails: string; role: string }>(
    { emails: '', role: 'agent' },
    async ({ emails, role }) => {
      await invite(splitList(emails), role as Role);
      form.set({ emails: '' });
      await done();
    },
  );
  return (
    <Form form={form} label={say('members.invite')} save={say('members.invite')}>
      <LinesField
        form={form}
        name="emails"
        label={say('members.emails')}
        help={say('members.emails.help')}
        rows={2}
      />
      <ChoiceField form={form} name="role" label={say('members.role')} choices={roleChoices()} />
      <p class="hint">{say('members.roles.help')}</p>
    </Form>
  );
};

const RoleOf = ({
  role,
  name,
  disabled,
  change,
}: {
  role: string;
  name: string;
  disabled: boolean;
  change: (role: Role) => Promise<unknown>;
}): VNode => (
  <select
    aria-label={say('members.role.of', { name })}
    value={role}
    disabled={disabled}
    onChange={({ currentTarget: { value } }) => {
      change(value as Role)
        .then(() => toast(say('form.saved')))
        .catch(tellFailure);
    }}
  >
    {roleChoices().map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);

const Member = ({ member, reload }: { member: ProjectMember; reload: () => Promise<void> }): VNode => {
  const { parley, permissions, user, project } = current();
  const isFixed = member.type !== 'project' || member.id === user.id || member.id === project.createdBy;
  const name = toName(member);
  return (
    <li>
      <span class="what">
        <strong dir="auto">{name}</strong>
        <span class="about">
          {member.email}
          {member.type !== 'project' && ` · ${say('members.organisation')}`}
        </span>
      </span>
      <RoleOf
        role={member.role}
        name={name}
        disabled={isFixed || !permissions.has('MEMBER_UPDATE')}
        change={(role) => parley.projectMembers.updateRole(member.id, { role }).then(reload)}
      />
      {!isFixed && permissions.has('MEMBER_DELETE') && (
        <ConfirmButton
          plain
          label={say('members.remove')}
          question={say('members.remove.ask', { name })}
          run={() => parley.projectMembers.remove(member.id).then(reload)}
        />
      )}
    </li>
  );
};

const Pending = ({ invitation, reload }: { invitation: Invitation; reload: () => Promise<void> }): VNode => {
  const { invitations } = current().parley;
  const { id, email, role, createdAt } = invitation;
  return (
    <li>
      <span class="what">
        <strong>{email}</strong>
        <span class="about">{say('members.invited', { time: shortTime(createdAt) })}</span>
      </span>
      <RoleOf
        role={role}
        name={email}
        disabled={!current().permissions.has('INVITATION_UPDATE')}
        change={(next) => invitations.updateRole(id, { role: next }).then(reload)}
      />
      <ConfirmButton
        plain
        label={say('form.delete')}
        question={say('members.invitation.ask', { email })}
        run={() => invitations.delete(id).then(reload)}
      />
    </li>
  );
};

/** Who works here, and who is invited. */
export const Members = (): VNode => {
  const reading = useRead(async () => {
    const { parley } = current();
    const [people, pending] = await Promise.all([
      parley.projectMembers.list({ limit: MOST }),
      parley.invitations.listProject({ limit: MOST }),
    ]);
    return { people, pending };
  }, []);
  const { data } = reading;
  const reload = async (): Promise<void> => {
    await Promise.all([reading.reload(), readPeople()]);
  };
  return (
    <>
      <header>
        <h1>{say('settings.members')}</h1>
      </header>
      {current().permissions.has('INVITATION_CREATE') && <Invite done={reload} />}
      <State reading={reading} />
      <ul class="records" aria-label={say('settings.members')}>
        {data?.people.map((member) => (
          <Member key={member.id} member={member} reload={reload} />
        ))}
      </ul>
      {data !== undefined && data.pending.length > 0 && (
        <>
          <h2>{say('members.pending')}</h2>
          <ul class="records" aria-label={say('members.pending')}>
            {data.pending.map((one) => (
              <Pending key={one.id} invitation={one} reload={reload} />
            ))}
          </ul>
        </>
      )}
    </>
  );
};
