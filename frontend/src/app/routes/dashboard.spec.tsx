import {
  listProjectsOperation,
  type Project,
  storageUsageOperation,
  summarizeProjectsOperation,
  summaryOf,
} from '@studiolo/contracts';
import { screen, waitFor, within } from '@testing-library/react';

import { accept, refuse } from '../../test/api';
import { answerProjects, answerUsage, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { linkTo } from '../../test/steps';

function serve(projects: Project[], totalBytes = 0): void {
  storeSession();
  answerProjects(projects);
  accept(
    summarizeProjectsOperation,
    summaryOf({ inprogress: 2, review: 2, done: 3, blocked: 1, on_hold: 1 }),
  );
  answerUsage({ total_storage_bytes: totalBytes });
}

const projects = [1, 2, 3, 4, 5, 6].map((day) =>
  makeProject({
    title: `Project ${day}`,
    status: 'review',
    created_at: `2026-11-0${day}T12:00:00Z`,
  }),
);
const newestFirst = projects.toReversed();

/** The figure under a card's label. */
function figureOf(label: string) {
  const labels = screen.getAllByRole('term').map(({ textContent }) => textContent);
  return screen.getAllByRole('definition')[labels.indexOf(label)];
}

describe('/dashboard', () => {
  it('greets the user by name', async () => {
    serve([]);
    renderApp('/dashboard');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Ada Lens');
  });

  it('shows Total Projects, Active, Completed and Storage as X MB of 5 MB with 1 decimal', async () => {
    serve([], 1_310_720);
    renderApp('/dashboard');
    await waitFor(() => expect(figureOf('Storage')).toHaveTextContent('1.3 MB of 5 MB'));
    expect(figureOf('Total Projects')).toHaveTextContent('9');
    expect(figureOf('Active')).toHaveTextContent('4');
    expect(figureOf('Completed')).toHaveTextContent('3');
  });

  it('lists the 5 most recent projects with status and created date, each linking to its project', async () => {
    serve(newestFirst);
    renderApp('/dashboard');
    const first = await screen.findByRole('link', { name: 'Project 6' });
    expect(first).toHaveAttribute('href', `/projects/${projects[5]?.id}`);
    const recent = screen.getByRole('region', { name: 'Recent Projects' });
    const [row] = within(recent).getAllByRole('listitem') as [HTMLElement];
    expect(within(row).getByRole('link')).toBe(first);
    await within(row).findByRole('button', { name: 'Status of Project 6: Review. Change' });
    expect(within(row).getByText('Nov 6, 2026')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Project 2' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Project 1' })).not.toBeInTheDocument();
  });

  it('leads from its figures to what they count, and says what waits', async () => {
    serve([]);
    renderApp('/dashboard');
    for (const [name, address] of [
      ['Review 2', '/projects?status=review'],
      ['On Hold 2', '/projects?status=blocked'],
      ['Total Projects: 9', '/projects'],
      ['Active: 4', '/projects?status=active'],
      ['Completed: 3', '/projects?status=completed'],
    ] as const) {
      expect(await linkTo(name)).toBe(address);
    }
  });

  it('offers Create Your First Project when there is none', async () => {
    serve([]);
    renderApp('/dashboard');
    expect(await linkTo('Create Your First Project')).toBe('/projects/new');
  });

  it('has the shortcuts New Project, Storage and Studio', async () => {
    serve([]);
    renderApp('/dashboard');
    const shortcuts = within(await screen.findByRole('navigation', { name: 'Shortcuts' }));
    const links = shortcuts.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ text, pathname }) => [text, pathname])).toEqual([
      ['New Project', '/projects/new'],
      ['Storage', '/storage'],
      ['Studio', '/studio'],
    ]);
  });

  it('only logs fetch failures, and keeps its frame with one button to try again', async () => {
    storeSession();
    const operations = [listProjectsOperation, summarizeProjectsOperation, storageUsageOperation];
    for (const operation of operations) refuse(operation, 400, 'No luck today');
    const { user } = renderApp('/dashboard');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    const recent = within(screen.getByRole('region', { name: 'Recent Projects' }));
    expect(recent.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.queryByText('No luck today')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(console.error).toHaveBeenCalledWith(
      'API error: status 400, http://localhost:3000/api/projects/summary',
    );
    serve(projects.slice(0, 1), 1_310_720);
    await user.click(retry);
    expect(await recent.findByRole('link', { name: 'Project 1' })).toBeInTheDocument();
    await waitFor(() => {
      expect(figureOf('Storage')).toHaveTextContent('1.3 MB of 5 MB');
      expect(figureOf('Active')).toHaveTextContent('4');
      expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
    });
  });
});
