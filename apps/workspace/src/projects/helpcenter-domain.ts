import type { HelpcenterDomain } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { readSiteNames } from './helpcenter-settings';
import type { JsonObject, ProjectRow } from './project.store';

/** The domain that the settings name, with the record that proves it; undefined without a domain. */
export const presentDomain = ({
  id,
  helpcenter,
  helpcenterDomain,
}: Pick<ProjectRow, 'id' | 'helpcenter' | 'helpcenterDomain'>): HelpcenterDomain | undefined => {
  const { customDomain: domain } = readSiteNames(helpcenter);
  if (domain === null) return undefined;
  return { domain, verified: domain === helpcenterDomain, ...toRecord(id, domain) };
};

/** A record that only the owner of the domain can make. It names the project, so that it proves the domain of no other. */
const toRecord = (
  projectId: string,
  domain: string,
): Pick<HelpcenterDomain, 'recordName' | 'recordValue'> => ({
  recordName: `_parley.${domain}`,
  recordValue: `parley-project=${projectId}`,
});

/** Settings of a help center as its pages see them: without a domain that is not proven. */
export const withProvenDomain = (
  helpcenter: JsonObject | null,
  helpcenterDomain: string | null,
): JsonObject => {
  const { customDomain, ...rest } = helpcenter ?? {};
  return customDomain === helpcenterDomain ? (helpcenter ?? {}) : rest;
};
