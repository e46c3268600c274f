import type { Sealer } from '@parley/auth';
import { invalid } from '@parley/errors';
import type { UpdateProjectRequest } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { requiredName } from '../names';
import { readConversationUrl } from './conversation-url';
import { projectDefaults } from './project';
import type { ProjectChange, ProjectRow } from './project.store';
import { readSettingsList, settingsLists } from './settings-lists';
import { mergeHelpcenter } from './helpcenter-settings';
import { mergeWidget } from './widget-settings';
import { mergeFeatures, mergeIntegrations } from './settings-objects';

const listChanges = (request: UpdateProjectRequest): ProjectChange =>
  Object.fromEntries(
    settingsLists.flatMap((field) => {
      if (request.nulls.includes(field)) return [[field, projectDefaults[field]]];
      const sent = request[field];
      return sent ? [[field, readSettingsList(field, sent)]] : [];
    }),
  );

/** What settings are read with. */
export interface SettingsContext {
  sealer: Sealer;
  /** Address of the platform as clients see it. */
  publicUrl: string;
}

const mergedChanges = (
  { sealer, publicUrl }: SettingsContext,
  before: ProjectRow,
  request: UpdateProjectRequest,
): ProjectChange => {
  const { features, integrations, helpcenter, widget, nulls } = request;
  const context = {
    defaultLanguage: request.defaultLanguage ?? before.defaultLanguage,
    platformHost: new URL(publicUrl).hostname,
  };
  return {
    ...(features && { features: mergeFeatures(before.features, features) }),
    ...(nulls.includes('features') && { features: {} }),
    ...(integrations && { integrations: mergeIntegrations(sealer, before, integrations) }),
    ...(nulls.includes('integrations') && { integrations: {} }),
    ...(helpcenter && { helpcenter: mergeHelpcenter(before.helpcenter, helpcenter, context) }),
    ...(nulls.includes('helpcenter') && { helpcenter: null }),
    ...(widget && { widget: mergeWidget(before.widget, widget, context) }),
    ...(nulls.includes('widget') && { widget: null }),
  };
};

/**
 * A request's changes of a project: lists are replaced, objects merged by name, null restores a default, and omitted fields stay.
 * 400 naming invalid fields.
 */
export const projectChange = (
  context: SettingsContext,
  before: ProjectRow,
  request: UpdateProjectRequest,
): ProjectChange => {
  const { name, defaultLanguage, identityVerification, requestLimitPerMinute, conversationUrl, nulls } =
    request;
  if (nulls.includes('name')) throw invalid({ field: 'name', message: 'cannot be cleared' });
  return {
    ...(name !== undefined && { name: requiredName(name) }),
    ...(defaultLanguage !== undefined && { defaultLanguage }),
    ...(nulls.includes('defaultLanguage') && { defaultLanguage: projectDefaults.defaultLanguage }),
    ...(identityVerification !== undefined && { identityVerification }),
    ...(nulls.includes('identityVerification') && {
      identityVerification: projectDefaults.identityVerification,
    }),
    ...(requestLimitPerMinute !== undefined && { requestLimitPerMinute }),
    ...(nulls.includes('requestLimitPerMinute') && { requestLimitPerMinute: null }),
    ...(conversationUrl !== undefined && { conversationUrl: readConversationUrl(conversationUrl) }),
    ...(nulls.includes('conversationUrl') && { conversationUrl: null }),
    ...listChanges(request),
    ...mergedChanges(context, before, request),
  };
};
