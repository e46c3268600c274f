import type { MessageTemplate } from '@parley/client';
import { Rich } from '@parley/ui';
import type { VNode } from 'preact';
import { current, members, toName, say, teams } from '../core';
import { CheckField, ChecksField, ChoiceField, Form, LinesField, TextField, useForm } from '../forms';
import { splitList } from './body';
import { type FormProps, Records } from './records';
import type { SectionProps } from './section';
import { readPlain, writePlain } from './template-text';

/** The actions that the composer runs with a template; others stay as they are. */
const CLOSE = 'close';
const ASSIGN = 'assign';
const TAG = 'tag';
const known = [CLOSE, ASSIGN, TAG];

type Action = MessageTemplate['actions'][number];

const findData = (actions: readonly Action[], type: string): Record<string, unknown> | undefined => {
  const found = actions.find((action) => action.type === type);
  return found && ((found.data ?? {}) as Record<string, unknown>);
};

const readValues = (template: MessageTemplate | undefined) => {
  const actions = template?.actions ?? [];
  const assign = findData(actions, ASSIGN);
  const tags = findData(actions, TAG)?.['tags'];
  return {
    title: template?.title ?? '',
    content: template ? readPlain(template.content) : '',
    isPublic: template?.isPublic ?? true,
    teams: template?.teams ?? [],
    tags: template?.tags.join(', ') ?? '',
    close: findData(actions, CLOSE) !== undefined,
    assign: assign?.['user'] ? `user:${assign['user']}` : assign?.['team'] ? `team:${assign['team']}` : '',
    tag: Array.isArray(tags) ? tags.join(', ') : '',
  };
};

const writeActions = (
  { close, assign, tag }: { close: boolean; assign: string; tag: string },
  before: readonly Action[],
): Action[] => {
  const [kind = '', who = ''] = assign.split(':');
  const tags = splitList(tag);
  return [
    ...before.filter(({ type }) => !known.includes(type)),
    ...(tags.length > 0 ? [{ type: TAG, data: { tags } }] : []),
    ...(who !== '' ? [{ type: ASSIGN, data: { [kind]: who } }] : []),
    ...(close ? [{ type: CLOSE }] : []),
  ];
};

const TemplateForm = ({ record: template, leave }: FormProps<MessageTemplate>): VNode => {
  const { messageTemplates } = current().parley;
  const form = useForm(
    readValues(template),
    async (values) => {
      const { title, content, isPublic, teams: shared, tags } = values;
      const body = {
        title: title.trim(),
        isPublic,
        teams: shared,
        tags: splitList(tags),
        actions: writeActions(values, template?.actions ?? []),
      };
      const text = content === undefined ? undefined : writePlain(content);
      if (template) await messageTemplates.update(template.id, { ...body, ...(text && { content: text }) });
      else await messageTemplates.create({ ...body, content: text ?? '' });
      await leave();
    },
    { isNew: template === undefined },
  );
  const people = [
    ['', say('templates.assign.none')] as const,
    ...members.value.map((member) => [`user:${member.id}`, toName(member)] as const),
    ...teams.value.map(({ id, name }) => [`team:${id}`, say('assign.team', { name })] as const),
  ];
  const mayDelete = current().permissions.has('TEMPLATE_DELETE');
  return (
    <Form
      form={form}
      label={say('templates.form')}
      remove={
        template && mayDelete
          ? {
              question: say('templates.delete.ask', { title: template.title }),
              run: () => messageTemplates.delete(template.id).then(leave),
            }
          : undefined
      }
    >
      <TextField form={form} name="title" label={say('templates.title')} required />
      {form.values.content === undefined ? (
        <div class="preview" role="region" aria-label={say('templates.content')}>
          <p class="hint">{say('templates.rich')}</p>
          {template?.content && <Rich node={template.content} root={location.origin} say={say} />}
        </div>
      ) : (
        <LinesField
          form={form}
          name="content"
          label={say('templates.content')}
          help={say('templates.content.help')}
        />
      )}
      <CheckField
        form={form}
        name="isPublic"
        label={say('templates.public')}
        help={say('templates.public.help')}
      />
      {!form.values.isPublic && teams.value.length > 0 && (
        <ChecksField
          form={form}
          name="teams"
          label={say('templates.teams')}
          choices={teams.value.map(({ id, name }) => [id, name])}
        />
      )}
      <TextField form={form} name="tags" label={say('templates.tags')} help={say('form.by-comma')} />
      <fieldset>
        <legend>{say('templates.actions')}</legend>
        <CheckField form={form} name="close" label={say('templates.close')} />
        <ChoiceField form={form} name="assign" label={say('templates.assign')} choices={people} />
        <TextField form={form} name="tag" label={say('templates.tag')} help={say('form.by-comma')} />
      </fieldset>
    </Form>
  );
};

/** Texts that are written once, and answers of the same kind are made of. */
export const Templates = ({ id }: SectionProps): VNode => (
  <Records<MessageTemplate>
    base="/inbox/settings/templates"
    id={id}
    title={say('settings.templates')}
    hint={say('templates.hint')}
    add="templates.add"
    empty="templates.empty"
    read={async () => {
      const answer = await current().parley.messageTemplates.list({ limit: 1000 });
      return answer as MessageTemplate[];
    }}
    row={({ title, isPublic, tags }) => ({
      name: title,
      about: [say(isPublic ? 'templates.everybody' : 'templates.own'), ...tags].join(' · '),
    })}
    form={TemplateForm}
  />
);
