import type { NoticedTicket } from './notice.store';

/** Texts of notices in one language; `{name}` and `{team}` stand for names. */
export interface NoticeTexts {
  language: string;
  ticket: string;
  assigned: string;
  assignedByRule: string;
  mentioned: string;
  replied: string;
  newInTeam: string;
  /** A person of the team without a name. */
  team: string;
  /** A contact without a name. */
  visitor: string;
  link: string;
  answer: string;
}

const english: NoticeTexts = {
  language: 'en',
  ticket: 'Ticket',
  assigned: '{name} assigned this ticket to you.',
  assignedByRule: 'This ticket was assigned to you.',
  mentioned: '{name} mentioned you:',
  replied: '{name} wrote:',
  newInTeam: 'New ticket in the team {team}:',
  team: 'The team',
  visitor: 'A visitor',
  link: 'Open the ticket',
  answer: 'Your answer to this mail is sent to the contact.',
};

const german: NoticeTexts = {
  language: 'de',
  ticket: 'Ticket',
  assigned: '{name} hat Ihnen dieses Ticket zugewiesen.',
  assignedByRule: 'Dieses Ticket wurde Ihnen zugewiesen.',
  mentioned: '{name} hat Sie erwähnt:',
  replied: '{name} schreibt:',
  newInTeam: 'Neues Ticket im Team {team}:',
  team: 'Das Team',
  visitor: 'Ein Besucher',
  link: 'Ticket öffnen',
  answer: 'Ihre Antwort auf diese Mail geht an den Kontakt.',
};

/** Texts in German for that language, else in English. */
export const chooseNoticeTexts = (language: string | undefined): NoticeTexts =>
  /^de\b/i.test(language ?? '') ? german : english;

/**
 * Whether a text holds a notice about a ticket: its link, or the sentence below it, which mail programs that change links leave as it is.
 */
export const holdsNotice = (content: unknown, ticketId: string): boolean => {
  const text = JSON.stringify(content ?? '');
  return [`/inbox/t/${ticketId}`, english.answer, german.answer].some((part) => text.includes(part));
};

/** A ticket by its title and running number. */
export const titleTicket = (
  { ticket }: NoticeTexts,
  { title, bugId }: Pick<NoticedTicket, 'title' | 'bugId'>,
): string => `${title ?? ticket} (#${bugId})`;

type Described = Pick<NoticedTicket, 'kind' | 'actorType' | 'actorName' | 'teamName' | 'quote'>;

/** What happened, and the text to quote. */
export const describeNotice = (
  texts: NoticeTexts,
  { kind, actorType, actorName, teamName, quote }: Described,
): { line: string; quote: string | undefined } => {
  const isPerson = actorType === 'user' || actorType === 'service';
  const name = actorName ?? (actorType === 'contact' ? texts.visitor : texts.team);
  const pattern = kind === 'assigned' && !isPerson ? texts.assignedByRule : texts[kind];
  return {
    line: pattern.replace('{name}', () => name).replace('{team}', () => teamName ?? texts.team),
    quote: quote ?? undefined,
  };
};
