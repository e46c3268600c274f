/** The resources that permissions are about. */
export const resources = [
  'TICKET',
  'MESSAGE',
  'TEMPLATE',
  'SESSION',
  'COMPANY',
  'MEMORY',
  'TEAM',
  'HELPCENTER',
  'TRANSLATION',
  'ENGAGEMENT',
  'PIPELINE',
  'KNOWLEDGE',
  'STATISTICS',
  'COMPONENT',
  'UPLOAD',
  'MEMBER',
  'INVITATION',
  'PROJECT',
  'WEBHOOK',
  'WORKFLOW',
  'SERVICE_ACCOUNT',
  'MAILBOX',
] as const;

/** The actions that permissions allow. */
export const actions = ['FIND', 'CREATE', 'UPDATE', 'DELETE', 'EXPORT'] as const;

export type Resource = (typeof resources)[number];
export type Action = (typeof actions)[number];

/** `TICKET_FIND` and the like; SESSION_TAGS_UPDATE guards a contact's tags. */
export type Permission = `${Resource}_${Action}` | 'SESSION_TAGS_UPDATE';

export const roles = ['admin', 'user', 'agent'] as const;
export type Role = (typeof roles)[number];

/** What only admins change; everyone else may look. */
const adminOnly: readonly Resource[] = ['MEMBER', 'PROJECT', 'WEBHOOK', 'SERVICE_ACCOUNT'];

/** What agents create and change besides looking at everything. */
const agentWrites: readonly Resource[] = [
  'TICKET',
  'MESSAGE',
  'TEMPLATE',
  'SESSION',
  'COMPANY',
  'MEMORY',
  'PIPELINE',
  'UPLOAD',
];

const every = resources.flatMap((resource) => actions.map((action): Permission => `${resource}_${action}`));

/** The one table of roles and their permissions. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  admin: [...every, 'SESSION_TAGS_UPDATE'],
  user: [
    ...resources.flatMap((resource) =>
      actions
        .filter((action) => action === 'FIND' || !adminOnly.includes(resource))
        .map((action): Permission => `${resource}_${action}`),
    ),
    'SESSION_TAGS_UPDATE',
  ],
  agent: [
    ...resources.map((resource): Permission => `${resource}_FIND`),
    ...agentWrites.flatMap((resource): Permission[] => [`${resource}_CREATE`, `${resource}_UPDATE`]),
  ],
};

const sets: Record<Role, ReadonlySet<string>> = {
  admin: new Set(rolePermissions.admin),
  user: new Set(rolePermissions.user),
  agent: new Set(rolePermissions.agent),
};

/** Whether a role holds a permission. */
export const roleAllows = (role: Role, permission: Permission): boolean => sets[role].has(permission);

/** Whether a text names a role. */
export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);
