import { openShop } from './open-shop';
import { startSignIn, tellFailure } from './sign-in';
import { openTeamSide } from './team-side';

startSignIn(async (demo, admin) => {
  const visitor = await admin.parley.sessions.getByUserId(demo.userId);
  await Promise.all([openTeamSide(demo, admin, visitor), openShop(demo, admin, visitor)]);
}).catch(tellFailure);
