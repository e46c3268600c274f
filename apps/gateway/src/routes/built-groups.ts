/** Groups of the public surface that are built: as a whole, or the operations named. A test holds the table to it. */
export const builtGroups: Readonly<Record<string, 'all' | readonly string[]>> = {
  users: ['me', 'update-me', 'permissions', 'sign-up', 'verify', 'resend', 'login'],
  organisations: 'all',
  projects: 'all',
  'project-members': 'all',
  invitations: 'all',
  teams: 'all',
  'service-accounts': 'all',
  sessions: ['list', 'create', 'get', 'update', 'delete', 'get-by-user-id', 'search'],
  tickets: ['list', 'create', 'compose', 'search', 'get', 'update', 'delete', 'counts'],
  messages: ['find', 'create'],
};
