// Mails as files, with the words that another reader finds.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { simpleParser } from 'mailparser';

const MAIL = /^(?:From |[\w-]+:[^\n]*\n)/;
const ENDING = /\.(?:eml|txt|box|msg)$/i;
const MAX_BYTES = 4_000_000;

const findFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return findFiles(path);
      return ENDING.test(entry.name) || !entry.name.includes('.') ? [path] : [];
    })
    .sort();

const isMail = (path) => {
  if (statSync(path).size > MAX_BYTES) return false;
  const head = readFileSync(path).subarray(0, 4_000).toString('latin1');
  return MAIL.test(head) && /^(?:from|to|subject|date|received|message-id|content-type)[ \t]*:/im.test(head);
};

/** The mails below a folder, with what mailparser reads of them. */
export const readMimeCases = async (folder) => {
  const cases = [];
  for (const path of findFiles(folder).filter(isMail)) {
    const mime = readFileSync(path);
    try {
      const { text = '', html, attachments } = await simpleParser(mime, { skipTextToHtml: true });
      cases.push({
        name: path.slice(folder.length + 1),
        mime,
        text,
        html: html || undefined,
        files: attachments.length,
      });
    } catch {
      // A mail that the judge cannot read is none to be judged by.
    }
  }
  return { name: basename(folder), cases };
};
