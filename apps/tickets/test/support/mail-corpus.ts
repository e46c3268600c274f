import type { CorpusMail } from './corpus-mail';
import { moreQuotingMails } from './more-quoting-mails';
import { oddMails } from './odd-mails';
import { quotingMails } from './quoting-mails';

/** Mails as programs and servers of the world write them. */
export const corpus: readonly CorpusMail[] = [...quotingMails, ...moreQuotingMails, ...oddMails];
