import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { current, say } from '../core';
import { Icon } from '../ui';
import type { Section } from './section';
import { sections } from './sections';

/** Sections that the person may use. */
const usable = (): readonly Section[] =>
  sections.filter(({ needs }) => needs.length === 0 || needs.some((one) => current().permissions.has(one)));

/** The path below `/inbox/settings`: the section, and the record that is open in it. */
const readPath = (path: string): string[] =>
  path
    .replace(/^\/inbox\/settings\/?/, '')
    .split('/')
    .filter(Boolean);

/** Settings: a navigation, and the section of the path. */
export const Settings = (): VNode => {
  const { path } = useLocation();
  const [key, id, detail] = readPath(path);
  const all = usable();
  const section = all.find((one) => one.key === key);
  const name = say(section?.text ?? 'settings');
  return (
    <main class={`page settings ${section ? 'inside' : ''}`} aria-label={name}>
      <nav aria-label={say('settings')}>
        {section ? <p class="title">{say('settings')}</p> : <h1 class="title">{say('settings')}</h1>}
        <ul>
          {all.map((one) => (
            <li key={one.key}>
              <a href={`/inbox/settings/${one.key}`} aria-current={one === section ? 'page' : undefined}>
                {say(one.text)}
              </a>
            </li>
          ))}
          <li>
            <a href="/inbox/all">{say('settings.views')}</a>
          </li>
        </ul>
      </nav>
      <div key={section?.key} class="section">
        {section ? (
          <>
            <a class="tool back" href="/inbox/settings" aria-label={say('settings.back')}>
              <Icon name="back" />
            </a>
            <section.Show id={id} detail={detail} />
          </>
        ) : (
          <p class="hint">{say('settings.choose')}</p>
        )}
      </div>
    </main>
  );
};
