import { current, members, toName, say, teams } from '../core';

/** Everyone that a ticket can be assigned to, named as in {@link assignTo}: first oneself, at the end no one. */
export const listAssignees = (): { id: string; label: string; hint?: string }[] => {
  const { user } = current();
  return [
    { id: `user:${user.id}`, label: say('assign.me'), hint: toName(user) },
    ...members.value
      .filter(({ id }) => id !== user.id)
      .map((member) => ({ id: `user:${member.id}`, label: toName(member), hint: member.email })),
    ...teams.value.map(({ id, name }) => ({ id: `team:${id}`, label: say('assign.team', { name }) })),
    { id: 'nobody', label: say('assign.nobody') },
  ];
};
