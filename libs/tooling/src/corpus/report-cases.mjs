// Reports of servers, as sisimai/set-of-emails has them: named after their kind.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const read = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => ({ name, mime: readFileSync(join(folder, name)) }));

/** Complaints, in every form, and vacation replies. */
const isOther = ({ name, mime }) =>
  /^(?:arf|rfc3834)-/.test(name) || mime.includes('"notificationType":"Complaint"');

/** The mails below a folder; undefined for a folder of others. */
export const readReportCases = (folder) => {
  const mails = join(folder, 'maildir/bsd');
  if (!existsSync(mails)) return undefined;
  const all = read(mails);
  return {
    name: basename(folder),
    reports: all.filter((mail) => !isOther(mail)),
    others: [...all.filter(isOther), ...read(join(folder, 'maildir/not'))],
  };
};
