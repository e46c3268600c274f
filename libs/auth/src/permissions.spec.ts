import { resources, roleAllows, rolePermissions } from './permissions';

describe('role permissions', () => {
  it('gives admin all 110 permissions of the 22 resources and SESSION_TAGS_UPDATE', () => {
    expect(resources).toHaveLength(22);
    expect(rolePermissions.admin).toHaveLength(22 * 5 + 1);
  });

  it('gives user all but MEMBER, PROJECT, WEBHOOK and SERVICE_ACCOUNT beyond FIND', () => {
    expect(rolePermissions.user).toHaveLength(22 * 5 + 1 - 4 * 4);
    for (const resource of ['MEMBER', 'PROJECT', 'WEBHOOK', 'SERVICE_ACCOUNT'] as const) {
      expect(roleAllows('user', `${resource}_FIND`)).toBe(true);
      expect(roleAllows('user', `${resource}_CREATE`)).toBe(false);
    }
    expect(roleAllows('user', 'SESSION_TAGS_UPDATE')).toBe(true);
  });

  it('gives agent FIND on all 22, CREATE and UPDATE on 8, and nothing else', () => {
    expect(rolePermissions.agent).toHaveLength(22 + 16);
    expect(roleAllows('agent', 'TICKET_UPDATE')).toBe(true);
    expect(roleAllows('agent', 'TICKET_DELETE')).toBe(false);
    expect(roleAllows('agent', 'TICKET_EXPORT')).toBe(false);
    expect(roleAllows('agent', 'SESSION_TAGS_UPDATE')).toBe(false);
  });
});
