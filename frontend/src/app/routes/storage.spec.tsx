import { jest } from '@jest/globals';
import { getProjectOperation, storageUsageOperation } from '@studiolo/contracts';
import { screen, waitFor, within } from '@testing-library/react';

import { accept, answer, refuse } from '../../test/api';
import { answerUsage, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { sees } from '../../test/steps';

const MIB = 1024 * 1024;
const LOW = "You're running low on storage space. Consider deleting unused files.";

const project = makeProject({
  title: 'Ridge at Dawn',
  files: [makeFile('small.png', 512), makeFile('large.png', 1536 * 1024)],
});

const usage = {
  project_id: project.id,
  project_title: project.title,
  file_count: 2,
  total_size: 1536 * 1024 + 512,
};

beforeEach(() => storeSession());

describe('/storage', () => {
  it.each([
    { bytes: 1_234_567, size: '1.18 MB', percent: '23.55%', level: 'normal' },
    { bytes: 3.5 * MIB, size: '3.5 MB', percent: '70%', level: 'warning' },
    { bytes: 4.5 * MIB, size: '4.5 MB', percent: '90%', level: 'critical' },
  ])('shows $percent used as $level, and a warning only from 90 %', async (usage) => {
    const { bytes, size, percent, level } = usage;
    answerUsage({ total_storage_bytes: bytes });
    renderApp('/storage');
    const gauge = await screen.findByRole('progressbar', { name: 'Storage used' });
    expect(gauge).toHaveAttribute('data-level', level);
    expect(screen.getByText(percent)).toBeInTheDocument();
    expect(screen.getByText(size)).toBeInTheDocument();
    expect(Boolean(screen.queryByText(LOW))).toBe(level === 'critical');
  });

  it('says Failed to fetch storage data and offers a retry', async () => {
    refuse(storageUsageOperation, 500, 'Broken');
    const { user } = renderApp('/storage');
    await sees('Failed to fetch storage data');
    answerUsage();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('progressbar')).toBeInTheDocument();
  });

  it('shows its failure and a retry after one call that is not answered in time', async () => {
    const limits: AbortController[] = [];
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    });
    const seen = answer(storageUsageOperation, () => new Promise(() => undefined));
    renderApp('/storage');
    await screen.findByRole('heading', { level: 1, name: 'Storage' });
    await waitFor(() => expect(seen).toHaveLength(1));
    const reason = new DOMException('30 seconds are over', 'TimeoutError');
    for (const limit of limits) limit.abort(reason);
    await sees('Failed to fetch storage data');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(seen).toHaveLength(1);
  });

  it('lists the projects and their files, each by falling size', async () => {
    answerUsage({ projects: [usage] });
    accept(getProjectOperation, { project });
    renderApp('/storage');
    const table = await screen.findByRole('table');
    expect(await within(table).findByText('large.png')).toBeInTheDocument();
    const names = within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
    expect(names).toEqual(['large.png', 'small.png']);
    expect(within(table).getByText('1.5 MB')).toBeInTheDocument();
    expect(within(table).getByText('512 Bytes')).toBeInTheDocument();
    const list = screen.getByRole('region', { name: 'Storage by Project' });
    expect(within(list).getByText('2 files')).toBeInTheDocument();
  });

  it('offers a retry beside the files when those of a project cannot be read', async () => {
    answerUsage({ projects: [usage] });
    refuse(getProjectOperation, 403, 'No');
    const { user } = renderApp('/storage');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('region', { name: 'Files by Size' })).toContainElement(retry);
    accept(getProjectOperation, { project });
    await user.click(retry);
    await sees('large.png');
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });
});
