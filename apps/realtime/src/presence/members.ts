import type { Subscription } from '../connections';
import type { MemberRow } from './presence.store';

/** What others see of a member. */
export interface MemberInfo {
  name?: string;
  avatar?: string;
}

/** A presence channel, as this process follows it for its connections. */
export interface Room {
  projectId: string;
  channel: string;
  listeners: Set<Subscription>;
  /** Members as the listeners know them. */
  members: Map<string, MemberInfo>;
  /** Which reading they come from: an answer to an older one counts no more. */
  reading: number;
  isDue: boolean;
  stop: () => void;
}

/** What others see of a row. */
export const toMemberInfo = ({ name, avatar }: MemberRow): MemberInfo => ({
  ...(name !== null && { name }),
  ...(avatar !== null && { avatar }),
});

/** Who came and who went. */
export interface Change {
  added: [id: string, info: MemberInfo][];
  removed: string[];
}

/** Takes over the members as the database has them; answers what that changes. */
export const renew = (room: Room, reading: number, rows: readonly MemberRow[]): Change => {
  if (reading < room.reading) return { added: [], removed: [] };
  room.reading = reading;
  const now = new Map(rows.map((row) => [row.id, toMemberInfo(row)]));
  const added = [...now].filter(([id]) => !room.members.has(id));
  const removed = [...room.members.keys()].filter((id) => !now.has(id));
  room.members = now;
  return { added, removed };
};

/** The list of the others for a new member, in the protocol's words. */
export const toPresence = ({ members }: Room): object => ({
  presence: { count: members.size, ids: [...members.keys()], hash: Object.fromEntries(members) },
});
