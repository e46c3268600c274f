export type { Common, ItemParts, Kind, LaterKind, Reporter } from './kind';
