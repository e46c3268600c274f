import { type Database, openPrismaStore, type PrismaRootStore, type PrismaStore } from '@parley/persistence';
import { type Prisma, PrismaClient } from './generated/prisma/client';

/** The service's data: the pool, or one transaction. */
export type Store = PrismaStore<Prisma.TransactionClient>;

/** The service's data outside a transaction. */
export type RootStore = PrismaRootStore<Prisma.TransactionClient>;

/** Puts the service's Prisma client over a pool. */
export const openStore = (db: Database): RootStore =>
  openPrismaStore<Prisma.TransactionClient>(db, (options) => new PrismaClient(options));
