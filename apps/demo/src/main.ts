import { createCall } from './api';
import type { Realtime } from './live';
import { openShop, type Visitor } from './open-shop';
import { startSignIn, tellFailure } from './sign-in';
import { startTeamSide } from './team-side';

startSignIn(async (demo, admin) => {
  const visitor = await admin.call<Visitor>('GET', `/sessions/by-user-id/${demo.userId}`);
  const realtime = await createCall({ 'api-token': demo.apiToken })<Realtime>('GET', '/shared/realtime');
  await startTeamSide(demo, admin, realtime, visitor);
  await openShop(demo, admin, visitor);
}).catch(tellFailure);
