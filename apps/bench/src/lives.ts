/** Days over which the tickets are spread, until now. */
export const DAYS = 730;
/** People who answer, and teams that own these tickets. */
export const PEOPLE = 20;
export const TEAMS = 5;
const PERSON = '5eed';
const TEAM = '7ea1';
const makeId = (prefix: string, n: number): string => prefix + n.toString(16).padStart(20, '0');
/** Id of a person, and of a team, by number. */
export const personId = (n: number): string => makeId(PERSON, n);
export const teamId = (n: number): string => makeId(TEAM, n);

const idSql = (prefix: string, n: string): string => `'${prefix}' || lpad(to_hex((${n})::integer), 20, '0')`;
/** The same in SQL, of an expression. */
export const personIdSql = (n: string): string => idSql(PERSON, n);
export const teamIdSql = (n: string): string => idSql(TEAM, n);

/** A share from 0, below 1, that a text and a salt make again; in SQL. */
export const share = (text: string, salt: number): string =>
  `((hashtextextended(${text}, ${salt}) & 2147483647) / 2147483648.0)::float8`;

/** An id of a time and of what makes it unique, as the services make them; in SQL. */
export const timedId = (at: string, text: string): string =>
  `lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || left(md5(${text}), 12)`;

/**
 * The events of a ticket until a time, derived from its id: some are written in, answered, assigned, closed and rated, some are
 * not.
 */
export const selectLife = (id: string, at: string, now: string): string => {
  const some = (salt: number, part: number, value: string): string =>
    `CASE WHEN ${share(id, salt)} < ${part} THEN ${value} END`;
  const past = (time: string): string => `CASE WHEN ${time} < ${now} THEN ${time} END`;
  const after = (seconds: string): string => `${at} + (${seconds}) * interval '1 second'`;
  return `(SELECT agent, wrote_at, ${past('assigned_at')} AS assigned_at, ${past('answered_at')} AS answered_at,
       ${past('asked_at')} AS asked_at, ${past("asked_at + interval '2 hours'")} AS answered_again_at,
       ${past('closed_at')} AS closed_at, CASE WHEN closed_at < ${now} THEN rating END AS rating
  FROM (SELECT ${personIdSql(`floor(${share(id, 11)} * ${PEOPLE})`)} AS agent,
               ${some(21, 0.9, at)} AS wrote_at,
               ${some(12, 0.5, after(`10 * power(100, ${share(id, 13)})`))} AS assigned_at,
               ${some(14, 0.8, after(`60 * power(2880, ${share(id, 15)})`))} AS answered_at,
               ${some(16, 0.1, after('259200'))} AS asked_at,
               ${some(17, 0.7, after(`345600 + 600 * power(1000, ${share(id, 18)})`))} AS closed_at,
               ${some(19, 0.1, `floor(${share(id, 20)} * 11)`)} AS rating) chances)`;
};
