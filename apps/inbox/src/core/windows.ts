import { session } from './session';

/** Something that this person did in one window, which changes others. */
interface Deed {
  kind: 'read' | 'drafted' | 'undrafted';
  ticketId: string;
}

type Sent = Deed & { user: string; project: string };

const channel = new BroadcastChannel('parley-inbox');
const listeners = new Map<Deed['kind'], (ticketId: string) => void>();

const readPlace = (): Pick<Sent, 'user' | 'project'> | undefined => {
  const { value } = session;
  return typeof value === 'object' ? { user: value.user.id, project: value.project.id } : undefined;
};

/** Notifies the other windows of this browser. */
export const notifyWindows = (deed: Deed): void => {
  const place = readPlace();
  if (place) channel.postMessage({ ...deed, ...place } satisfies Sent);
};

/** Calls `hear` for deeds of the same person in other windows of the same project. */
export const onWindow = (kind: Deed['kind'], hear: (ticketId: string) => void): void => {
  listeners.set(kind, hear);
};

channel.onmessage = ({ data }: MessageEvent<Sent>) => {
  const place = readPlace();
  if (place?.user === data.user && place.project === data.project) listeners.get(data.kind)?.(data.ticketId);
};
