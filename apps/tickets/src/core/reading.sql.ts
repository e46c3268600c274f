const NOT_OWN = (person: string): string => `t.news_author_id IS DISTINCT FROM ${person}`;

/** Whether a ticket `t` is unread for the person of the row `r` of `ticket_read`, if there is one. Rules: docs/rules/tickets.md. */
const byRow = (person: string): string =>
  `CASE WHEN r.is_unread THEN r.news_id >= t.news_id OR ${NOT_OWN(person)}
        ELSE t.news_id > coalesce(r.news_id, '') AND ${NOT_OWN(person)} END`;

/** The row of a person, beside a ticket `t`. */
const ROW = (person: string): string =>
  `r.project_id = t.project_id AND r.ticket_id = t.id AND r.user_id = ${person}`;

/** Whether a ticket `t` joined by `joinReading` is unread for a person. */
export const joinedUnread = (person: string): string => `coalesce(${byRow(person)}, false)`;

/** The reading of a person, beside a ticket `t`. */
export const joinReading = (person: string): string => `LEFT JOIN ticket_read r ON ${ROW(person)}`;

/**
 * The tickets `t` that are unread for a person. The first condition is that of the partial index of tickets that may be unread; the
 * rest is one look-up for each of those.
 */
export const isUnreadFor = (person: string): string =>
  `(t.news_id IS NOT NULL AND coalesce((SELECT ${byRow(person)} FROM ticket_read r WHERE ${ROW(person)}),
     t.news_id > '' AND ${NOT_OWN(person)}))`;
