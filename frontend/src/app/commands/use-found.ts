import { searchable } from '@studiolo/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMatch } from 'react-router-dom';

import { projectPagesQuery } from '../../features/projects/api/project-pages-query';
import { useChangeStatus } from '../../features/projects/api/use-change-status';
import type { Project } from '../../lib/api/answers';
import { paths } from '../../lib/paths';
import { matchesFilter } from '../../lib/projects/project-list-filter';
import { latestProjectsQuery, projectSummaryQuery } from '../../lib/projects/project-lists';
import { projectQuery } from '../../lib/projects/project-query';
import { displayStatus, formStatuses } from '../../lib/projects/project-status';
import { toggleTheme } from '../../lib/theme';

const MAX_PROJECTS = 6;
const MAX_OF_OPEN_PROJECT = 12;

export interface Command {
  label: string;
  /** The client of a project. */
  detail?: string;
  /** Drawn with its status and its picture. */
  project?: Project;
  /** The label is a file name, whose number and extension stay visible where it is shortened. */
  isFile?: true;
  /** The address to open, or what to do. */
  action: string | (() => void);
}

/** What can be done on every page. Each has a button or a link, too. */
const actions: readonly Command[] = [
  { label: 'New Project', action: paths.newProject },
  { label: 'Go to Dashboard', action: paths.dashboard },
  { label: 'Go to Projects', action: paths.projects },
  { label: 'Go to Storage', action: paths.storage },
  { label: 'Go to Studio', action: paths.studio },
  { label: 'Go to Profile', action: paths.profile },
  { label: 'Switch theme', action: toggleTheme },
];

/** What the open project's page has a control for, which carries the name as `data-command`. */
const pageCommands = [
  ['edit', 'Edit'],
  ['upload', 'Choose files to upload'],
  ['download-all', 'Download all'],
  ['delete', 'Delete project'],
] as const;

const controlOf = (name: string) => document.querySelector<HTMLElement>(`[data-command="${name}"]`);

/** The project whose page is open: its actions, its statuses to choose, and its files. */
function useOpenProject() {
  const changeStatus = useChangeStatus();
  const id = useMatch(paths.projectPattern)?.params.id ?? '';
  const { data: project } = useQuery({ ...projectQuery(id), enabled: false });
  if (!project) return { name: '', commands: [] };
  const current = displayStatus(project.status).label;
  const statuses = formStatuses
    .map(({ value }) => ({ value, label: displayStatus(value).label }))
    .filter(({ label }) => label !== current)
    .map(({ value, label }): Command => {
      const action = () => changeStatus.mutate({ project, status: value });
      return { label: `Status: ${label}`, action };
    });
  const controls = pageCommands
    .filter(([command]) => controlOf(command) !== null)
    .map(([command, label]): Command => ({ label, action: () => controlOf(command)?.click() }));
  const files = project.files.map(({ filename }): Command => ({
    label: filename,
    isFile: true,
    action: paths.file(id, filename),
  }));
  return { name: project.title, commands: [...controls, ...statuses, ...files] };
}

/** Projects that match the words; without words, the newest projects. */
function useProjects(words: string) {
  const isFinding = words !== '';
  const filter = { search: words, status: '' };
  const latest = useQuery({ ...latestProjectsQuery, enabled: !isFinding });
  const pages = useInfiniteQuery({ ...projectPagesQuery(filter), enabled: isFinding });
  const { data = [], isFetching: isLoading, isError: isFailed } = isFinding ? pages : latest;
  // Until the answer arrives, these are the projects of the previous words.
  const found = data.filter((project) => matchesFilter(filter, project));
  const commands = found.slice(0, MAX_PROJECTS).map((project): Command => {
    const { id, title, client } = project;
    return { label: title, detail: client, project, action: paths.project(id) };
  });
  const { data: summary } = useQuery({ ...projectSummaryQuery(filter), enabled: isFinding });
  const total = Math.max(summary?.total ?? 0, found.length);
  if (isFinding && total > commands.length && commands.length > 0) {
    const action = `${paths.projects}?${new URLSearchParams({ search: words }).toString()}`;
    commands.push({ label: `Show all ${total} in Projects`, action });
  }
  return { name: isFinding ? 'Projects' : 'Recent projects', commands, isLoading, isFailed };
}

/** The commands, projects and files of the open project that match the typed words; first the recent projects. */
export function useFound(typed: string) {
  const words = typed.trim();
  const matching = (commands: readonly Command[]) =>
    commands.filter(({ label }) => searchable(label).includes(searchable(words)));
  const { name, commands } = useOpenProject();
  const { isLoading, isFailed, ...projects } = useProjects(words);
  const others = [
    { name, commands: matching(commands).slice(0, MAX_OF_OPEN_PROJECT) },
    { name: 'Actions', commands: matching(actions) },
  ];
  const groups = words === '' ? [projects, ...others] : [...others, projects];
  return { groups: groups.filter((group) => group.commands.length > 0), isLoading, isFailed };
}
