import { projectScope } from '@parley/auth';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type {
  ListRawDataRequest,
  ListRawDataResponse,
  RawDataRow,
} from '@parley/proto/generated/parley/statistics/v1/raw_data_service';
import type { CallContext, Partially } from '@parley/rpc';
import { demandBuilt } from '../charts';
import type { Deps } from '../deps';
import { type Named, findNames } from '../names';
import { readPeriod, readZone } from '../question';
import { presentRaw, type RawNames } from './raw.present';
import { type RawFact, rawFacts, type RawPlace } from './raw.store';
import { readConditions, satisfies } from './raw-filter';

/** Rows of one answer. */
export const MAX_ROWS = 10_000;
/** Rows that are in memory at a time. */
const PAGE = 1_000;

type RawDeps = Pick<Deps, 'db' | 'clock' | 'contacts' | 'directory'>;

/** Looks names up that are not known yet. */
const learnNames = async (
  deps: RawDeps,
  projectId: string,
  facts: readonly RawFact[],
  known: { people: Map<string, Named>; contacts: Map<string, ContactReference> },
  context: CallContext,
): Promise<void> => {
  const contactIds = new Set<string>();
  const userIds = new Set<string>();
  for (const { actorType, actorId, userId, ticketContactId } of facts) {
    if (actorId !== null) (actorType === 'contact' ? contactIds : userIds).add(actorId);
    if (userId !== null) userIds.add(userId);
    if (ticketContactId !== null) contactIds.add(ticketContactId);
  }
  const findUnknown = (ids: ReadonlySet<string>, names: ReadonlyMap<string, unknown>): string[] =>
    [...ids].filter((id) => !names.has(id));
  const people = await findNames(deps, projectId, findUnknown(userIds, known.people), context);
  for (const [id, person] of people) known.people.set(id, person);
  const contacts = await deps.contacts.find(findUnknown(contactIds, known.contacts), context);
  for (const [id, contact] of contacts) known.contacts.set(id, contact);
};

/** What figures are counted from, newest first, page by page. 400 `invalid_query`, 503 `unavailable` before the first build. */
export async function* listRawData(
  deps: RawDeps,
  request: ListRawDataRequest,
  context: CallContext,
): AsyncGenerator<Partially<ListRawDataResponse>> {
  const { projectId } = projectScope(context.scope);
  const zone = readZone(request.timezone);
  const period = readPeriod(request, zone, deps.clock());
  const conditions = readConditions(request.filter);
  await demandBuilt(deps.db, projectId);
  let { skip } = request;
  let left = Math.min(request.limit || MAX_ROWS, MAX_ROWS);
  const known = { people: new Map<string, Named>(), contacts: new Map<string, ContactReference>() };
  const names: RawNames = known;
  for (let after: RawPlace | undefined; left > 0;) {
    const facts = await rawFacts(deps.db, { projectId, ...period }, conditions, after, PAGE);
    await learnNames(deps, projectId, facts, known, context);
    const passing = facts
      .map((fact) => presentRaw(projectId, fact, names))
      .filter((row) => satisfies(row as Record<string, unknown>, conditions));
    const rows: Partially<RawDataRow>[] = passing.slice(skip, skip + left);
    skip = Math.max(0, skip - passing.length);
    left -= rows.length;
    if (rows.length > 0) yield { rows };
    after = facts.at(-1);
    if (facts.length < PAGE) return;
  }
}
