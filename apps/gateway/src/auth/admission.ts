import type { Client, Scope } from '@parley/auth';
import { DomainError, forbidden, notFound } from '@parley/errors';
import { addressKey } from '@parley/limits';
import { isId } from '@parley/persistence';
import type { IncomingHttpHeaders } from 'node:http';
import { pathParameters, type Operation } from '../rest';
import type { Callers, Identity, Place } from './callers';
import type { Widgets } from './widget';

/** A caller, where it acts, and what that is counted by. */
export interface Admission {
  scope: Scope;
  /** Names the caller in limits and idempotency keys. */
  callerKey: string;
  /** Project that the caller was found to belong to; a project that was only named is not one to count by. */
  memberProjectId: string | undefined;
  /** Requests per minute in the project; 0 means the platform's. */
  requestLimit: number;
  /** The one origin with pages that may read the answer; any without it. */
  readableFrom?: string | undefined;
}

/** Called as soon as the caller is identified, so that a refusal counts for the caller. */
export type Identified = (callerKey: string) => void;

/** Decides who calls an operation, and where. */
export type Admit = (
  row: Pick<Operation, 'options' | 'path'>,
  headers: IncomingHttpHeaders,
  parameters: readonly string[],
  ip: string,
  identified: Identified,
) => Promise<Admission>;

/** Admits by bearer token, widget headers, or without either, as the operation's surface asks. */
export const createAdmit =
  (callers: Callers, widgets: Widgets): Admit =>
  async ({ options, path }, headers, parameters, ip, identified) => {
    const { surface, project, widget: needs } = options;
    if (surface === 'public') {
      identified(`ip:${addressKey(ip)}`);
      return {
        scope: { actor: { type: 'anonymous' }, ip },
        callerKey: `ip:${ip}`,
        memberProjectId: undefined,
        requestLimit: 0,
      };
    }
    if (surface === 'widget') return admitWidget(widgets, headers, needs === 'key', ip, identified);
    if (surface === 'server') return admitServer(callers, headers, ip, identified);
    const identity = await callers.byToken(headers.authorization, ip);
    identified(makeKey(identity));
    if (surface === 's2s') return admitProgram(identity, headers, ip);
    if (surface === 'dashboard') {
      const projectId = readHeader(headers, 'project');
      if (!projectId) throw projectRequired();
      return admitMember(callers, identity, projectId, ip);
    }
    if (project === 'path') {
      const projectId = parameters[pathParameters(path).indexOf('projectId')] ?? '';
      return admitMember(callers, identity, projectId, ip);
    }
    return admitAccount(identity, headers, options, ip);
  };

/** Who has a token, in a project that it names. */
const admitMember = async (
  callers: Callers,
  identity: Identity,
  projectId: string,
  ip: string,
): Promise<Admission> => {
  demandConfirmed(identity);
  if (!isId(projectId)) throw forbidden('PROJECT_FORBIDDEN');
  return admitTo(identity, await callers.findPlace(identity, projectId), ip);
};

/** Who has a token, in a project that it is known to belong to. */
const admitTo = (
  identity: Identity,
  { projectId, organisationId, role, requestLimit }: Place,
  ip: string,
): Admission => ({
  scope: { actor: identity.actor, projectId, organisationId, role, ip },
  callerKey: makeKey(identity),
  memberProjectId: projectId,
  requestLimit,
});

/** A person in none of its projects; where programs may call as well, a program in its own. */
const admitAccount = (
  identity: Identity,
  headers: IncomingHttpHeaders,
  { project, programsToo }: Operation['options'],
  ip: string,
): Admission => {
  const named = project === 'optional' ? readHeader(headers, 'project') : undefined;
  const { home } = identity;
  if (programsToo && home) {
    if (named && named !== home.projectId) throw notFound('project');
    return admitTo(identity, home, ip);
  }
  if (identity.actor.type !== 'user') {
    throw forbidden(
      'PERMISSION_DENIED',
      'This operation belongs to a person’s account: use the token of a dashboard user.',
    );
  }
  return {
    scope: { actor: identity.actor, ...(named && { projectId: named }), ip },
    callerKey: makeKey(identity),
    memberProjectId: undefined,
    requestLimit: 0,
  };
};

/** A service account in its project. */
const admitProgram = (identity: Identity, headers: IncomingHttpHeaders, ip: string): Admission => {
  const { actor, home } = identity;
  if (actor.type !== 'service' || !home) {
    throw forbidden(
      'PERMISSION_DENIED',
      'This operation is for programs: use the token of a service account.',
    );
  }
  const named = readHeader(headers, 'project');
  if (named !== undefined && named !== home.projectId) throw forbidden('PROJECT_FORBIDDEN');
  return admitTo(identity, home, ip);
};

/** The customer's own server, with the secret key of its project: an admin there that is no person. All its calls count together. */
const admitServer = async (
  callers: Callers,
  headers: IncomingHttpHeaders,
  ip: string,
  identified: Identified,
): Promise<Admission> => {
  const place = await callers.bySecretKey(readHeader(headers, 'api-token'), ip);
  const identity: Identity = { actor: { type: 'service', id: place.projectId, name: SERVER } };
  identified(makeKey(identity));
  return admitTo(identity, place, ip);
};

/** Name of the customer's own server in histories. */
const SERVER = 'Server';

/** A contact, or a visitor who is none yet, by the headers of a widget. */
const admitWidget = async (
  widgets: Widgets,
  headers: IncomingHttpHeaders,
  keyIsEnough: boolean,
  ip: string,
  identified: Identified,
): Promise<Admission> => {
  const { svcId, projectId, organisationId, requestLimit, readableFrom } = await widgets({
    apiToken: readHeader(headers, 'api-token'),
    svcId: readHeader(headers, 'svc-id'),
    svcHash: readHeader(headers, 'svc-hash'),
    origin: headers.origin,
    keyIsEnough,
  });
  const callerKey = svcId === undefined ? `ip:${addressKey(ip)}` : `contact:${svcId}`;
  identified(callerKey);
  return {
    scope: {
      actor: svcId === undefined ? { type: 'anonymous' } : { type: 'contact', id: svcId },
      projectId,
      organisationId,
      ip,
      client: readClient(headers),
    },
    callerKey,
    memberProjectId: projectId,
    requestLimit,
    readableFrom,
  };
};

const readHeader = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

/** Longest header of a visitor that is handed on, in characters. */
const MAX_CLIENT = 512;

const readClient = (headers: IncomingHttpHeaders): Client => {
  const { host, 'user-agent': userAgent } = headers;
  return {
    ...(host !== undefined && { host: host.slice(0, MAX_CLIENT) }),
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, MAX_CLIENT) }),
    channel: 'widget',
  };
};

/** 400 */
export const projectRequired = (): DomainError =>
  new DomainError(
    'invalid',
    'PROJECT_REQUIRED',
    'This operation needs the header `project` with the id of a project.',
  );

const demandConfirmed = ({ actor }: Identity): void => {
  if (actor.type !== 'user' || actor.confirmed) return;
  throw forbidden('EMAIL_UNCONFIRMED');
};

const makeKey = ({ actor }: Identity): string => ('id' in actor ? `${actor.type}:${actor.id}` : actor.type);
