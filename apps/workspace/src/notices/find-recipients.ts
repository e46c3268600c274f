import { invalid } from '@parley/errors';
import type {
  FindMemberByAddressRequest,
  FindMemberByAddressResponse,
  GetNoticeRecipientsRequest,
  GetNoticeRecipientsResponse,
} from '@parley/proto/generated/parley/workspace/v1/notice_directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { isNoticeKind, presentMember, switchesOf } from '../users';
import { findMember, findRecipients } from './recipient.store';

/** Answers who of the people and of the team wants a kind of notice by mail or push. 400 for an unknown kind. */
export const getNoticeRecipients = async (
  deps: Deps,
  { projectId, kind, userIds, teamId }: GetNoticeRecipientsRequest,
): Promise<Partially<GetNoticeRecipientsResponse>> => {
  if (!isNoticeKind(kind)) throw invalid({ field: 'kind', message: 'is no kind of notice' });
  const rows = await findRecipients(deps.store.sql, projectId, { userIds, teamId });
  return {
    recipients: rows.flatMap((row) => {
      const { email, push } = switchesOf(row.notificationSettings, kind);
      return email || push ? [{ member: presentMember(row), email, push }] : [];
    }),
  };
};

/** Answers the member of a project with a proven address. */
export const findMemberByAddress = async (
  deps: Deps,
  { projectId, email }: FindMemberByAddressRequest,
): Promise<Partially<FindMemberByAddressResponse>> => {
  const row = await findMember(deps.store.sql, projectId, email);
  return { member: row && presentMember(row) };
};
