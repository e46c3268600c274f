import type { CallContext } from '@parley/rpc';
import type { WidgetSession } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { createHmac } from 'node:crypto';
import type { TestProject } from './contacts';
import { makeSecret } from './neighbours';

/** Hex HMAC-SHA256 of a text under a project's session secret. */
export const signed = (project: Pick<TestProject, 'id'>, text: string): string =>
  createHmac('sha256', makeSecret(project.id)).update(text).digest('hex');

/** The context of a widget that shows only the project's key. */
export const byKey = (project: TestProject): CallContext => project.by({ actor: { type: 'anonymous' } });

/** The context of a contact's widget. */
export const bySession = (project: TestProject, { svcId }: Pick<WidgetSession, 'svcId'>): CallContext =>
  project.by({ actor: { type: 'contact', id: svcId } });

/** A userId with its proof. */
export const proven = (
  project: Pick<TestProject, 'id'>,
  userId: string,
): { userId: string; userHash: string } => ({
  userId,
  userHash: signed(project, userId),
});

/** The session of an answer. */
export const requireSession = ({ session }: { session?: WidgetSession | undefined }): WidgetSession => {
  if (!session) throw new Error('The answer has no session');
  return session;
};
