import type { ProjectsUpdateBody } from '@parley/client';
import { current, session } from '../core';

/** Changes the project, for the rest of the page too. */
export const saveProject = async (body: ProjectsUpdateBody): Promise<void> => {
  const { parley, project } = current();
  const saved = await parley.projects.update(project.id, body);
  const { projects } = current();
  session.value = {
    ...current(),
    project: saved,
    projects: projects.map((one) => (one.id === saved.id ? saved : one)),
  };
};
