import { type FieldProblem, invalid } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { UpdateCurrentUserRequest } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { readNotificationPreferences } from './notification-preferences';
import { readNotificationSettings } from './notification-settings';
import type { UserChange } from './user.store';

const textFields = [
  'firstName',
  'lastName',
  'userRole',
  'jobTitle',
  'department',
  'phone',
  'calendarLink',
  'socialLink',
  'profileImageUrl',
] as const;

const linkFields = ['calendarLink', 'socialLink', 'profileImageUrl'] as const;

const MAX_UNAVAILABLE_PROJECTS = 1_000;

/** Pages link to these as they are, so a scheme that runs code must not get in. */
const linkProblems = (request: UpdateCurrentUserRequest): FieldProblem[] =>
  linkFields.flatMap((field) => {
    const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(request[field] ?? '')?.[1]?.toLowerCase();
    if (scheme === undefined || scheme === 'http' || scheme === 'https') return [];
    return [{ field, message: 'must be a web address (http or https)' }];
  });

const projectProblems = (sent: readonly unknown[] | undefined): FieldProblem[] => {
  if (!sent) return [];
  const field = 'unavailableProjects';
  if (sent.length > MAX_UNAVAILABLE_PROJECTS) {
    return [{ field, message: `takes at most ${MAX_UNAVAILABLE_PROJECTS} projects` }];
  }
  return sent.flatMap((id, index) =>
    typeof id === 'string' && isId(id)
      ? []
      : [{ field: `${field}.${index}`, message: 'must be a project id' }],
  );
};

const textChanges = (request: UpdateCurrentUserRequest): UserChange =>
  Object.fromEntries(
    textFields.flatMap((field) => {
      if (request.nulls.includes(field)) return [[field, null]];
      const value = request[field];
      return value === undefined ? [] : [[field, value.trim() || null]];
    }),
  );

/**
 * A request's changes: an empty text or null clears a field, switches and lists return to their defaults, and omitted fields stay.
 * 400 naming every invalid field.
 */
export const userChange = (request: UpdateCurrentUserRequest): UserChange => {
  const { nulls, available, completedOnboarding, unavailableProjects } = request;
  const { notificationPreferences, notificationSettings } = request;
  const problems = [...linkProblems(request), ...projectProblems(unavailableProjects)];
  if (problems.length > 0) throw invalid(problems);
  return {
    ...textChanges(request),
    ...(available !== undefined && { available, awayByWindow: false }),
    ...(nulls.includes('available') && { available: true, awayByWindow: false }),
    ...(completedOnboarding !== undefined && { completedOnboarding }),
    ...(nulls.includes('completedOnboarding') && { completedOnboarding: false }),
    ...(unavailableProjects && { unavailableProjects: unavailableProjects as string[] }),
    ...(nulls.includes('unavailableProjects') && { unavailableProjects: [] }),
    ...(notificationPreferences && {
      notificationPreferences: readNotificationPreferences(notificationPreferences),
    }),
    ...(nulls.includes('notificationPreferences') && { notificationPreferences: null }),
    ...(notificationSettings && { notificationSettings: readNotificationSettings(notificationSettings) }),
    ...(nulls.includes('notificationSettings') && { notificationSettings: null }),
  };
};
