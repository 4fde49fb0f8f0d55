import { searchable } from '@studiolo/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useMatch, useNavigate } from 'react-router-dom';

import { projectPagesQuery } from '../../features/projects/api/project-pages-query';
import { useChangeStatus } from '../../features/projects/api/use-change-status';
import { paths } from '../../lib/paths';
import { latestProjectsQuery } from '../../lib/project-lists';
import { projectQuery } from '../../lib/project-query';
import { displayStatus, formStatuses } from '../../lib/project-status';
import { toggleTheme } from '../../lib/theme';

const MAX_PROJECTS = 6;
const MAX_OF_OPEN_PROJECT = 12;

export interface Command {
  label: string;
  /** The client of a project. */
  detail?: string;
  /** The label is a file name, whose number and extension stay visible where it is shortened. */
  isFile?: true;
  run: () => void;
}

interface Group {
  name: string;
  commands: readonly Command[];
}

const includes = (text: string, words: string) => searchable(text).includes(searchable(words));

const pages = [
  ['New Project', paths.newProject],
  ['Go to Dashboard', paths.dashboard],
  ['Go to Projects', paths.projects],
  ['Go to Storage', paths.storage],
  ['Go to Studio', paths.studio],
  ['Go to Profile', paths.profile],
] as const;

/** What can be done on every page. Each has a button or a link, too. */
function useActions(words: string): Group {
  const navigate = useNavigate();
  const open = pages.map(([label, path]) => ({ label, run: () => void navigate(path) }));
  const all = [...open, { label: 'Switch theme', run: toggleTheme }];
  return { name: 'Actions', commands: all.filter(({ label }) => includes(label, words)) };
}

/** The project whose page is open: its statuses to choose, and its files. */
function useOpenProject(words: string): Group[] {
  const navigate = useNavigate();
  const changeStatus = useChangeStatus();
  const id = useMatch(paths.projectPattern)?.params.id ?? '';
  const { data: project } = useQuery({ ...projectQuery(id), enabled: false });
  if (!project) return [];
  const current = displayStatus(project.status).label;
  const statuses = formStatuses.map(({ value }) => ({
    label: `Status: ${displayStatus(value).label}`,
    run: () => changeStatus.mutate({ project, status: value }),
  }));
  const files = project.files.map(({ filename }): Command => ({
    label: filename,
    isFile: true,
    run: () => void navigate(paths.file(id, filename)),
  }));
  const commands = [...statuses.filter(({ label }) => label !== `Status: ${current}`), ...files]
    .filter(({ label }) => includes(label, words))
    .slice(0, MAX_OF_OPEN_PROJECT);
  return [{ name: project.title, commands }];
}

/** Projects that match the words; without words, the newest projects. */
function useProjects(words: string) {
  const navigate = useNavigate();
  const isFinding = words !== '';
  const latest = useQuery({ ...latestProjectsQuery, enabled: !isFinding });
  const pages = useInfiniteQuery({
    ...projectPagesQuery({ search: words, status: '' }),
    enabled: isFinding,
  });
  const { data, isFetching: isLoading, isError: isFailed } = isFinding ? pages : latest;
  const commands = (data ?? []).slice(0, MAX_PROJECTS).map(({ id, title, client }) => {
    return { label: title, detail: client, run: () => void navigate(paths.project(id)) };
  });
  return { name: isFinding ? 'Projects' : 'Recent projects', commands, isLoading, isFailed };
}

/** The commands, projects and files of the open project that match the typed words; first the recent projects. */
export function useFound(typed: string) {
  const words = useDeferredValue(typed.trim());
  const open = useOpenProject(words);
  const { isLoading, isFailed, ...projects } = useProjects(words);
  const actions = useActions(words);
  const groups = words === '' ? [projects, ...open, actions] : [...open, actions, projects];
  return { groups: groups.filter((group) => group.commands.length > 0), isLoading, isFailed };
}
