export { checkProjectMember } from './check-project-member';
export { getMyPermissions } from './get-my-permissions';
export { listProjectMembers } from './list-project-members';
export { insertMember } from './member.store';
export { removeProjectMember } from './remove-project-member';
export { updateProjectMemberRole } from './update-project-member-role';
