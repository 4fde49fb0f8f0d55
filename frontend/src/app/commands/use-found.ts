import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useNavigate } from 'react-router-dom';

import { projectPagesQuery } from '../../features/projects/api/project-pages-query';
import { useLargestFiles } from '../../features/storage/largest-files';
import { paths } from '../../lib/paths';
import { storageUsageQuery } from '../../lib/queries';
import type { Command } from './use-commands';

const MAX_EACH = 6;

export interface Group {
  name: string;
  commands: readonly Command[];
}

const includes = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

function useProjects(words: string) {
  const query = useInfiniteQuery({
    ...projectPagesQuery({ search: words, status: '' }),
    enabled: words !== '',
  });
  const projects = words === '' ? [] : (query.data?.pages[0]?.projects ?? []);
  return { projects, isLoading: query.isFetching, isFailed: query.isError };
}

/** The commands, projects, clients and files that match the typed words. */
export function useFound(typed: string, commands: readonly Command[]) {
  const navigate = useNavigate();
  const words = useDeferredValue(typed.trim());
  const { projects, isLoading, isFailed } = useProjects(words);
  const { data: usage } = useQuery({ ...storageUsageQuery, enabled: words !== '' });
  const { files } = useLargestFiles(usage?.projects ?? []);
  const clients = [...new Set(projects.map(({ client }) => client))].filter((client) =>
    includes(client, words),
  );
  const to = (path: string) => () => void navigate(path);
  const groups: Group[] = [
    { name: 'Actions', commands: commands.filter(({ label }) => includes(label, words)) },
    {
      name: 'Projects',
      commands: projects.slice(0, MAX_EACH).map(({ id, title, client }) => ({
        label: title,
        detail: client,
        run: to(paths.project(id)),
      })),
    },
    {
      name: 'Clients',
      commands: clients.slice(0, MAX_EACH).map((client) => ({
        label: client,
        run: to(`${paths.projects}?${new URLSearchParams({ search: client }).toString()}`),
      })),
    },
    {
      name: 'Files',
      commands: files
        .filter(({ filename }) => words !== '' && includes(filename, words))
        .slice(0, MAX_EACH)
        .map(({ filename, projectId, projectTitle }) => ({
          label: filename,
          isFile: true,
          detail: projectTitle,
          run: to(paths.project(projectId)),
        })),
    },
  ];
  return { groups: groups.filter((group) => group.commands.length > 0), isLoading, isFailed };
}
