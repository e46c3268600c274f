import type { VNode } from 'preact';
import { current, members, toName, say } from '../core';
import {
  CheckField,
  ChecksField,
  ChoiceField,
  Form,
  type FormState,
  LinesField,
  TextField,
  useForm,
} from '../forms';
import { Copy, describeLanguage, languageChoices } from '../ui';
import { splitList, textOrNull } from './body';
import { saveProject } from './save-project';

/** A field that is asked for before a conversation. */
interface AskedField {
  name: string;
  label?: Record<string, string> | string;
  required?: boolean;
}

type Texts = Readonly<Record<string, string>>;

const readValues = () => {
  const { widget = {}, languages, defaultLanguage, allowedDomains } = current().project;
  const text = (name: 'color' | 'side' | 'theme' | 'replyTime', otherwise = ''): string =>
    widget[name] ?? otherwise;
  return {
    color: text('color', '#2557d6'),
    ownColor: widget.color !== undefined,
    side: text('side'),
    theme: text('theme', 'system'),
    launcher: widget.launcher !== false,
    greeting: (widget.greeting ?? {}) as Texts,
    launcherText: (widget.launcherText ?? {}) as Texts,
    team: widget.team ?? [],
    replyTime: text('replyTime'),
    linkPreviews: widget.linkPreviews === true,
    form: (widget.form ?? []) as AskedField[],
    languages: languages as string[],
    defaultLanguage,
    allowedDomains: allowedDomains.join('\n'),
  };
};

type WidgetValues = ReturnType<typeof readValues>;

/** Texts by language without empty ones; null without any. */
const textsOrNull = (texts: Texts): Texts | null => {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return filled.length === 0 ? null : Object.fromEntries(filled);
};

const save = (values: WidgetValues): Promise<void> => {
  const { languages, defaultLanguage, allowedDomains } = values;
  return saveProject({
    languages: [...new Set([defaultLanguage, ...languages])],
    defaultLanguage,
    allowedDomains: splitList(allowedDomains),
    widget: {
      color: values.ownColor ? values.color : null,
      side: textOrNull(values.side),
      theme: values.theme,
      launcher: values.launcher,
      greeting: textsOrNull(values.greeting),
      launcherText: textsOrNull(values.launcherText),
      team: values.team.length > 0 ? values.team : null,
      replyTime: textOrNull(values.replyTime),
      linkPreviews: values.linkPreviews,
      form: values.form.length > 0 ? values.form : null,
    },
  });
};

/** One field for each language of the project. */
const Localised = ({
  form,
  name,
  label,
  maxLength,
}: {
  form: FormState<WidgetValues>;
  name: 'greeting' | 'launcherText';
  label: string;
  maxLength: number;
}): VNode => {
  const { languages, defaultLanguage } = form.values;
  const texts = form.values[name];
  const problem = form.problemOf(name);
  return (
    <fieldset>
      <legend>{label}</legend>
      {[...new Set([defaultLanguage, ...languages])].map((code) => (
        <p key={code} class="field">
          <label for={`${name}-${code}`}>{describeLanguage(code)}</label>
          <input
            id={`${name}-${code}`}
            dir="auto"
            maxLength={maxLength}
            value={texts[code] ?? ''}
            onInput={({ currentTarget: { value } }) => form.set({ [name]: { ...texts, [code]: value } })}
          />
        </p>
      ))}
      {problem !== undefined && <small class="problem">{problem}</small>}
    </fieldset>
  );
};

const askable = ['name', 'email', 'phone', 'companyName'] as const;

/** Fields of the contact that are asked for before a conversation. Further ones that a program has set stay. */
const PreChat = ({ form }: { form: FormState<WidgetValues> }): VNode => {
  const { form: asked } = form.values;
  const toggle = (name: string): void =>
    form.set({
      form: asked.some((one) => one.name === name)
        ? asked.filter((one) => one.name !== name)
        : [...asked, { name, required: true }],
    });
  return (
    <fieldset class="checks">
      <legend>{say('widget.form')}</legend>
      {askable.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={asked.some((one) => one.name === name)}
            onChange={() => toggle(name)}
          />
          {say(`widget.form.${name}`)}
        </label>
      ))}
      <small>{say('widget.form.help')}</small>
    </fieldset>
  );
};

const Look = ({ form }: { form: FormState<WidgetValues> }): VNode => (
  <>
    <CheckField form={form} name="ownColor" label={say('widget.own-color')} />
    {form.values.ownColor && <TextField form={form} name="color" type="color" label={say('widget.color')} />}
    <ChoiceField
      form={form}
      name="side"
      label={say('widget.side')}
      choices={[
        ['', say('widget.side.end')],
        ['left', say('widget.side.left')],
        ['right', say('widget.side.right')],
      ]}
    />
    <ChoiceField
      form={form}
      name="theme"
      label={say('widget.theme')}
      choices={(['system', 'light', 'dark'] as const).map((theme) => [theme, say(`widget.theme.${theme}`)])}
    />
    <CheckField form={form} name="launcher" label={say('widget.launcher')} />
    <Localised form={form} name="greeting" label={say('widget.greeting')} maxLength={300} />
    <Localised form={form} name="launcherText" label={say('widget.launcher-text')} maxLength={40} />
  </>
);

/** The line of a page that shows the widget. */
export const widgetLine = (): string =>
  `<script src="${location.origin}/widget.js" data-key="${current().project.apiToken}" async></script>`;

/** The page of the preview reads the key there. */
const storeKey = (): void => localStorage.setItem('parley-inbox-preview', current().project.apiToken);

/** Looks and questions of the widget, and the line that puts it on a page. */
export const Widget = (): VNode => {
  const form = useForm(readValues(), save, { under: 'widget' });
  const { values } = form;
  return (
    <>
      <header>
        <h1>{say('settings.widget')}</h1>
      </header>
      <p class="hint">{say('widget.line.help')}</p>
      <Copy label={say('widget.line')} text={widgetLine()} />
      <p>
        <a href="/inbox/preview" target="_blank" rel="noopener" onClick={storeKey}>
          {say('widget.preview')}
        </a>
      </p>
      <Form form={form} label={say('settings.widget')}>
        <Look form={form} />
        <ChecksField
          form={form}
          name="team"
          label={say('widget.team')}
          help={say('widget.team.help')}
          choices={members.value.map((member) => [member.id, toName(member)])}
        />
        <ChoiceField
          form={form}
          name="replyTime"
          label={say('widget.reply-time')}
          choices={[
            ['', say('widget.reply-time.none')],
            ...(['minutes', 'hours', 'day'] as const).map(
              (time) => [time, say(`widget.reply-time.${time}`)] as const,
            ),
          ]}
        />
        <PreChat form={form} />
        <CheckField
          form={form}
          name="linkPreviews"
          label={say('widget.previews')}
          help={say('widget.previews.help')}
        />
        <ChoiceField
          form={form}
          name="defaultLanguage"
          label={say('widget.default-language')}
          choices={languageChoices([values.defaultLanguage])}
        />
        <ChecksField
          form={form}
          name="languages"
          label={say('widget.languages')}
          choices={languageChoices(values.languages)}
        />
        <LinesField
          form={form}
          name="allowedDomains"
          label={say('widget.domains')}
          help={say('widget.domains.help')}
          rows={2}
        />
      </Form>
    </>
  );
};
