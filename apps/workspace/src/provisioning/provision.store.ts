import type { Role } from '@parley/auth';
import type { Store } from '../db';

/** Whether there is such a project. */
export const projectExists = async (store: Store, projectId: string): Promise<boolean> =>
  (await store.prisma.project.count({ where: { id: projectId } })) > 0;

/** Gives a person a role in a project, instead of the one the person had. */
export const putProjectMember = async (
  store: Store,
  projectId: string,
  userId: string,
  role: Role,
): Promise<void> => {
  await store.prisma.projectMember.upsert({
    where: { projectId_userId: { projectId, userId } },
    create: { projectId, userId, role },
    update: { role },
  });
};
