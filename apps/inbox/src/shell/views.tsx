import type { VNode } from 'preact';
import { current, listViews, pathTo, say, session, type TextKey, viewCounts } from '../core';
import { Icon, type IconName } from '../ui';
import { Account } from './account';

const icons: Readonly<Record<string, IconName>> = {
  mine: 'mine',
  unassigned: 'unassigned',
  teams: 'teams',
  mentions: 'mentions',
  all: 'all',
  snoozed: 'snoozed',
  closed: 'closed',
  spam: 'spam',
};

/** Numbers beyond this are not worth their width. */
const MANY = 999;

const Entry = ({
  href,
  icon,
  name,
  count,
  isHere,
}: {
  href: string;
  icon: IconName;
  name: string;
  count?: number | undefined;
  isHere: boolean;
}): VNode => (
  <li>
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      <span class="name">{name}</span>
      {count !== undefined && count > 0 && <span class="count">{count > MANY ? `${MANY}+` : count}</span>}
    </a>
  </li>
);

const Projects = (): VNode | null => {
  const { projects, project } = current();
  if (projects.length < 2) return <p class="project">{project.name}</p>;
  return (
    <select
      class="project"
      aria-label={say('project')}
      value={project.id}
      onChange={({ currentTarget }) => location.assign(`/inbox?project=${currentTarget.value}`)}
    >
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
};

/** The left column: project, views, and the other pages. */
export const Views = ({ here }: { here: string }): VNode | null => {
  if (typeof session.value !== 'object') return null;
  const all = listViews();
  const counts = viewCounts.value;
  const entry = (view: (typeof all)[number]): VNode => (
    <Entry
      key={view.key}
      href={pathTo(view.key)}
      icon={icons[view.key] ?? 'saved'}
      name={view.text ? say(view.text) : (view.name ?? '')}
      count={counts[view.key]}
      isHere={here === view.key}
    />
  );
  const saved = all.filter(({ saved: isSaved }) => isSaved);
  const pages: readonly [string, IconName, TextKey][] = [
    ['figures', 'figures', 'page.figures'],
    ['settings', 'settings', 'page.settings'],
  ];
  return (
    <nav class="views" aria-label={say('views')}>
      <Projects />
      <ul>{all.filter(({ saved: isSaved }) => !isSaved).map(entry)}</ul>
      {saved.length > 0 && (
        <>
          <h2>{say('views.saved')}</h2>
          <ul>{saved.map(entry)}</ul>
        </>
      )}
      <ul class="pages">
        {pages.map(([key, icon, text]) => (
          <Entry key={key} href={`/inbox/${key}`} icon={icon} name={say(text)} isHere={here === key} />
        ))}
      </ul>
      <Account />
    </nav>
  );
};
