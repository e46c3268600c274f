export { type AccountMail, enqueueAccountMail, NO_PROJECT } from './account-mails';
export { acceptAnyChallenge, type ChallengeVerifier } from './challenge';
export { forgotPassword } from './forgot-password';
export { getCurrentUser } from './get-current-user';
export { login } from './login';
export { createPasswords, type Passwords } from './passwords';
export { isNoticeKind, type NotificationSettings, switchesOf } from './notification-settings';
export { presentPresence } from './presence.present';
export { resendCode } from './resend-code';
export { resetPassword } from './reset-password';
export { signUp } from './sign-up';
export { updateCurrentUser } from './update-current-user';
export { accountGone } from './user.errors';
export { presentMember, presentUser } from './user.present';
export {
  confirmWithPassword,
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  type NewUser,
  type UserRow,
} from './user.store';
export { containsUrl, isMailable, signUpEmail, splitName } from './user';
export { verifyUser } from './verify-user';
export { findMembers, type MemberRow } from './with-access.store';
