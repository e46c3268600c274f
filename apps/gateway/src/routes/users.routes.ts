import { UsersServiceDefinition as users } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { UserPushesServiceDefinition as pushes } from '@parley/proto/generated/parley/workspace/v1/user_pushes_service';
import { operation } from '../rest';

export const userOperations = [
  operation('users.sign-up', 'POST /users', users, 'signUp', { surface: 'public', budgets: ['signUp'] }),
  operation('users.verify', 'POST /users/verify', users, 'verifyUser', {
    surface: 'public',
    budgets: ['signUp'],
    errors: ['INVALID_CODE'],
  }),
  operation('users.resend', 'POST /users/resend', users, 'resendCode', {
    surface: 'public',
    budgets: ['signUp'],
  }),
  operation('users.login', 'POST /users/login', users, 'login', {
    surface: 'public',
    budgets: ['login', 'loginAccount'],
    errors: ['INVALID_CREDENTIALS'],
  }),
  operation('users.forgot-password', 'POST /users/password/forgot', users, 'forgotPassword', {
    surface: 'public',
    budgets: ['signUp'],
  }),
  operation('users.reset-password', 'POST /users/password/reset', users, 'resetPassword', {
    surface: 'public',
    budgets: ['login'],
    errors: ['INVALID_CODE'],
  }),
  operation('users.me', 'GET /users/me', users, 'getCurrentUser', {
    surface: 'account',
    programsToo: true,
    out: 'user',
  }),
  operation('users.permissions', 'GET /users/me/permissions', users, 'getMyPermissions', {
    surface: 'account',
    programsToo: true,
    project: 'optional',
    errors: ['PROJECT_NOT_FOUND', 'ORGANISATION_NOT_FOUND', 'ROLE_NOT_FOUND'],
  }),
  operation('users.push-key', 'GET /users/me/push-key', pushes, 'getUserPushKey', { surface: 'account' }),
  operation('users.subscribe-push', 'POST /users/me/push-subscriptions', pushes, 'subscribeUser', {
    surface: 'account',
  }),
  operation('users.unsubscribe-push', 'DELETE /users/me/push-subscriptions', pushes, 'unsubscribeUser', {
    surface: 'account',
  }),
  operation('users.update-me', 'PUT /users/{userId}', users, 'updateCurrentUser', {
    surface: 'account',
    out: 'user',
  }),
];
