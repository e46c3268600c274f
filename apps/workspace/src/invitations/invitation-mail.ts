import { type AccountMail, containsUrl } from '../users';
import { type TargetType, VALID_DAYS } from './invitation';

/** The content of an invitation's mail. */
export interface InvitationMail {
  id: string;
  email: string;
  /** Name of who invites. */
  inviter: string;
  type: TargetType;
  /** Name of the organisation or project. */
  name: string;
}

/**
 * A name as one line. None for a name with a web address in it: these mails reach strangers, and such a name would make
 * them a way to send links.
 */
const fitName = (name: string): string | undefined => {
  const line = name
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .join(' ');
  return line === '' || containsUrl(line) ? undefined : line;
};

const unnamed: Record<TargetType, string> = { organisation: 'an organisation', project: 'a project' };

/** The mail that invites a person, with the link to the page that takes the answer. */
export const invitationMail = (publicUrl: string, invitation: InvitationMail): AccountMail => {
  const { id, email, type } = invitation;
  const inviter = fitName(invitation.inviter) ?? 'Someone';
  const name = fitName(invitation.name);
  const target = name === undefined ? unnamed[type] : `the ${type} ${name}`;
  return {
    to: email,
    subject: `${inviter} invites you to ${name ?? unnamed[type]} on Parley`,
    text: [
      'Hello,',
      '',
      `${inviter} invites you to ${target} on Parley.`,
      '',
      `Accept or decline within ${VALID_DAYS} days:`,
      `${publicUrl}/invitations/${id}`,
      '',
      `Log in with ${email}. If you have no account yet, sign up with this address first.`,
      '',
      'If you do not know who invites you, ignore this mail.',
      '',
    ].join('\n'),
  };
};
