import type { TextsProject } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { isObject } from '@parley/json';
import { type Localised, readText, type ReadingOrder } from '@parley/localised';
import type { CallContext, Partially } from '@parley/rpc';
import type { Workspace } from '../project';

type Settings = Readonly<Record<string, unknown>>;

/** A text by language as a field in one language; no field without a text. */
const textIn = (name: string, byLanguage: unknown, order: ReadingOrder): Settings => {
  const text = isObject(byLanguage) ? readText(byLanguage as Localised<string>, order) : '';
  return text === '' ? {} : { [name]: text };
};

/** The settings of the widget as a visitor sees them: texts in one language, and members of the team by name and picture. */
export const readAppearance = async (
  workspace: Pick<Workspace, 'author'>,
  projectId: string,
  { team, greeting, launcherText, form, ...settings }: Settings,
  order: ReadingOrder,
  context: CallContext,
): Promise<Pick<Partially<TextsProject>, 'widget' | 'team'>> => {
  const ids = Array.isArray(team) ? (team as string[]) : [];
  const members = await Promise.all(ids.map((id) => workspace.author(projectId, id, context)));
  const fields = Array.isArray(form) ? (form as Settings[]) : [];
  return {
    widget: {
      ...settings,
      ...textIn('greeting', greeting, order),
      ...textIn('launcherText', launcherText, order),
      ...(fields.length > 0 && {
        form: fields.map(({ label, ...field }) => ({ ...field, ...textIn('label', label, order) })),
      }),
    },
    team: members.flatMap((member) =>
      member === null ? [] : [{ name: member.name, imageUrl: member.profileImageUrl }],
    ),
  };
};
