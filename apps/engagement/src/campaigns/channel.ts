import type { AudienceMember, AudiencePage, AudiencePart, BegunDelivery, Outcome } from '../emails';
import type { CampaignType, Item } from '../core';
import type { CampaignJobs } from '../rounds';

/** An attempt at a delivery to a contact that exists. */
export type Attempt = (delivery: BegunDelivery, member: AudienceMember) => Promise<Outcome>;

/** How a kind of items is sent; rounds, events, leases and counts are the same for all. */
export interface Channel {
  type: CampaignType;
  jobs: CampaignJobs;
  /** A page of the contacts of an audience that can be reached, each with its address: of one address only the first gets the item. */
  page(item: Item, part: AudiencePart, after: string): Promise<AudiencePage>;
  /** Addresses of those of some contacts that belong to the audience and can be reached. */
  addresses(item: Item, members: readonly AudienceMember[]): Promise<ReadonlyMap<string, string>>;
  /** Reads what attempts at some contacts need; for a second. */
  prepare(item: Item, members: readonly AudienceMember[]): Promise<Attempt>;
}
