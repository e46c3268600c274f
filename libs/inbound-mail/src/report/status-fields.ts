import type { ReportedRecipient } from './read-report';

const MAX_RECIPIENTS = 100;
const MAX_DIAGNOSTIC = 500;

/** The fields of a block, by their lower-case names; a folded value is one line. */
const readFields = (block: string): Map<string, string> => {
  const fields = new Map<string, string>();
  let last = '';
  for (const line of block.split('\n')) {
    const named = /^([a-z-]{3,40})[ \t]{0,9}:(.*)$/i.exec(line);
    if (named) {
      last = (named[1] ?? '').toLowerCase();
      if (fields.has(last)) last = '';
      else fields.set(last, (named[2] ?? '').trim());
    } else if (last !== '' && /^[ \t]/.test(line)) {
      fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`);
    }
  }
  return fields;
};

/** The value of a field with a type before it: `rfc822; a@b.example`. */
const untyped = (value: string | undefined): string =>
  (value ?? '').replace(/^[\w.-]{1,40}[ \t]*;/, '').trim();

const addressIn = (value: string | undefined): string | undefined =>
  /[^\s<>;,"()]{1,200}@[^\s<>;,"()]{1,255}/.exec(untyped(value).slice(0, 1_000))?.[0];

const ACTIONS: readonly [RegExp, ReportedRecipient['action']][] = [
  [/^(?:fail|error|den|expire|undeliver|reject)/, 'failed'],
  [/^delay/, 'delayed'],
  [/^deliver/, 'delivered'],
  [/^relay/, 'relayed'],
  [/^expand/, 'expanded'],
];

const CODE = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/;

/** The status, or a closer one in the server's words when it says no more than the class. */
const readStatus = (status: string, diagnostic: string): string | undefined => {
  const own = CODE.exec(status)?.[1];
  const closer = CODE.exec(diagnostic)?.[1];
  if (own === undefined || (own.endsWith('.0.0') && closer?.[0] === own[0])) return closer ?? own;
  return own;
};

const readAction = (value: string, status: string | undefined): ReportedRecipient['action'] => {
  const known = ACTIONS.find(([words]) => words.test(value.toLowerCase()))?.[1];
  return known ?? (status?.startsWith('2') ? 'delivered' : 'failed');
};

/** The recipients of a report by RFC 3464, each a block of fields. */
export const readStatusFields = (text: string): ReportedRecipient[] =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split(/\n[ \t]*\n/)
    .flatMap((block) => {
      const fields = readFields(block);
      const address = ['original-recipient', 'final-recipient', 'x-actual-recipient', 'x-original-recipient']
        .map((name) => addressIn(fields.get(name)))
        .find(Boolean);
      if (address === undefined || !(fields.has('action') || fields.has('status'))) return [];
      const diagnostic = untyped(fields.get('diagnostic-code')).slice(0, MAX_DIAGNOSTIC);
      const status = readStatus(fields.get('status') ?? '', diagnostic);
      return [
        {
          address,
          action: readAction(fields.get('action') ?? '', status),
          status,
          diagnostic: diagnostic === '' ? undefined : diagnostic,
        },
      ];
    })
    .slice(0, MAX_RECIPIENTS);
