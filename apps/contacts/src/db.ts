import { type Database, prismaAdapter } from '@parley/persistence';
import { PrismaClient } from './generated/prisma/client';

export type { PrismaClient };

/** Puts Prisma over a pool, so that both share its connections. */
export const openPrisma = (db: Database): PrismaClient => new PrismaClient({ adapter: prismaAdapter(db) });
