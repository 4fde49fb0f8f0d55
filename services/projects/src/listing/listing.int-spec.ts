import {
  projectMessages as messages,
  type ProjectSort,
  projectStatuses,
} from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { v7 as uuidv7 } from 'uuid';

import { ProjectsService } from '../../test/support/projects-service.js';

const service = ProjectsService.duringTests();
let userId: string;

beforeEach(() => {
  userId = uuidv7();
});

const titles = async (page: Parameters<typeof service.list>[1] = {}) =>
  (await service.list(userId, page)).projects.map(({ title }) => title);

const createAll = async (all: { title: string; client?: string; status?: never }[]) => {
  for (const fields of all) await service.create(userId, fields);
};

describe('pages', () => {
  const allPages = async (limit: number, page: Parameters<typeof service.list>[1] = {}) => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const reply = await service.list(userId, { ...page, limit, ...(cursor && { cursor }) });
      pages.push(reply.projects.map(({ title }) => title));
      cursor = reply.nextCursor;
    } while (cursor);
    return pages;
  };

  test('show every project once, the newest first', async () => {
    await createAll(['1', '2', '3', '4', '5'].map((title) => ({ title })));
    expect(await allPages(2)).toEqual([['5', '4'], ['3', '2'], ['1']]);
  });

  describe('in any order', () => {
    beforeEach(async () => {
      for (const [title, client, status] of [
        ['Zebra', 'Øystein', 'review'],
        ['Ärzte', 'müller', 'done'],
        ['apple', 'Muller', 'todo'],
        ['Zebra', 'anna', 'completed'],
        ['Éclair', 'Żak', 'cancelled'],
        ['x'.repeat(200), 'ﬃ'.repeat(200), 'in_progress'],
      ] as const) {
        await service.create(userId, { title, client, status });
      }
      const { projects } = await service.list(userId, { search: 'apple' });
      const projectId = projects[0]?.id ?? '';
      await service.call(messages.update, { userId, projectId, changes: { contact: 'c' } });
    });

    const long = 'x'.repeat(200);
    test.each<[ProjectSort, string[]]>([
      ['-created_at', [long, 'Éclair', 'Zebra', 'apple', 'Ärzte', 'Zebra']],
      ['-updated_at', ['apple', long, 'Éclair', 'Zebra', 'Ärzte', 'Zebra']],
      ['title', ['apple', 'Ärzte', 'Éclair', long, 'Zebra', 'Zebra']],
      ['client', ['Zebra', long, 'Ärzte', 'apple', 'Éclair', 'Zebra']],
      ['status', ['apple', long, 'Zebra', 'Ärzte', 'Zebra', 'Éclair']],
    ])('%s: each project once, and backwards the other way round', async (sort, expected) => {
      const other = (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as ProjectSort;
      for (const limit of [1, 2, 100]) {
        expect((await allPages(limit, { sort })).flat()).toEqual(expected);
        expect((await allPages(limit, { sort: other })).flat()).toEqual(expected.toReversed());
      }
    });

    test('also with a search and a status', async () => {
      expect((await allPages(1, { sort: 'client', search: 'z' })).flat()).toEqual([
        ...['Zebra', 'Ärzte', 'Zebra'],
      ]);
      expect((await allPages(1, { sort: '-title', status: 'completed' })).flat()).toEqual([
        ...['Zebra', 'Ärzte'],
      ]);
    });

    test('a cursor of another order is refused', async () => {
      const { nextCursor } = await service.list(userId, { sort: 'title', limit: 1 });
      const listing = service.list(userId, { sort: '-title', cursor: nextCursor ?? '' });
      expect(await codeOf(listing)).toBe('INVALID_REQUEST');
    });
  });

  test('end without an empty page when the last one is full', async () => {
    await createAll([{ title: '1' }, { title: '2' }]);
    expect(await allPages(2)).toEqual([['2', '1']]);
  });

  test('list projects created at the same time once each', async () => {
    await createAll(['1', '2', '3', '4', '5'].map((title) => ({ title })));
    await service.sql('UPDATE projects SET created_at = now() WHERE user_id = $1', [userId]);
    expect((await allPages(1)).flat()).toEqual(['5', '4', '3', '2', '1']);
  });

  test('do not shift when a project is added between two of them', async () => {
    await createAll([{ title: '1' }, { title: '2' }, { title: '3' }]);
    const first = await service.list(userId, { limit: 2 });
    await service.create(userId, { title: '4' });
    expect(await titles({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual(['1']);
  });

  test('of an owner without projects are one empty page', async () => {
    expect(await service.list(userId)).toEqual({ projects: [], nextCursor: null });
  });

  test('never show the projects of somebody else', async () => {
    await service.create(uuidv7(), { title: 'Theirs' });
    expect(await titles({ search: 'theirs' })).toEqual([]);
  });

  test('hold fewer projects when they would not fit into one message', async () => {
    const description = '"'.repeat(5000);
    for (const title of Array.from({ length: 100 }, (_, index) => `${index}`)) {
      await service.create(userId, { title, description });
    }
    const pages = await allPages(100);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(Array.from({ length: 100 }, (_, index) => `${99 - index}`));
  });
});

describe('search', () => {
  beforeEach(() =>
    createAll([
      { title: 'Hochzeit Anna', client: 'Müller & Söhne' },
      { title: '100% Film', client: 'ACME_Corp' },
      { title: String.raw`back\slash`, client: 'Zoë' },
    ]),
  );

  test.each([
    ['part of a title', 'zeit', ['Hochzeit Anna']],
    ['part of a client', 'corp', ['100% Film']],
    ['another letter case', 'HOCHZEIT', ['Hochzeit Anna']],
    ['another letter case outside ASCII', 'SÖHNE', ['Hochzeit Anna']],
    ['one letter', 'z', [String.raw`back\slash`, 'Hochzeit Anna']],
    ['a per cent sign, which is itself', '%', ['100% Film']],
    ['an underscore, which is itself', '_', ['100% Film']],
    ['a backslash, which is itself', '\\', [String.raw`back\slash`]],
    ['a quote, which ends no string of SQL', "' OR 1=1 --", []],
    ['words of title and client together', 'Anna Müller', []],
    ['nothing that exists', 'Taufe', []],
  ])('finds by %s', async (_what, search, found) => {
    expect(await titles({ search })).toEqual(found);
  });

  test('of only spaces finds everything', async () => {
    expect(await titles({ search: '   ' })).toHaveLength(3);
  });

  test('continues over several pages', async () => {
    const first = await service.list(userId, { search: 'z', limit: 1 });
    expect(await titles({ search: 'z', limit: 1, cursor: first.nextCursor ?? '' })).toEqual([
      'Hochzeit Anna',
    ]);
  });
});

describe('a status filter', () => {
  beforeEach(async () => {
    for (const status of projectStatuses) await service.create(userId, { title: status, status });
  });

  test.each([
    ['todo', ['todo']],
    ['completed', ['completed', 'done']],
    ['DONE', ['completed', 'done']],
    ['blocked', ['on_hold', 'blocked']],
    ['in_progress', ['in_progress', 'inprogress']],
    ['cancelled', ['cancelled']],
    ['Active', ['in_progress', 'review', 'inprogress', 'todo']],
    ['', [...projectStatuses].reverse()],
  ])('of "%s" finds all spellings of the status', async (status, found) => {
    expect(await titles({ status })).toEqual(found);
  });

  test('narrows a search', async () => {
    expect(await titles({ status: 'completed', search: 'DON' })).toEqual(['done']);
  });
});

describe('the summary', () => {
  const summarize = (filter = {}) => service.bus.call(messages.summarize, { userId, filter });

  test('counts projects by status, blocked and cancelled ones neither as active nor as completed', async () => {
    for (const status of projectStatuses) await service.create(userId, { status });
    const by_status = Object.fromEntries(projectStatuses.map((status) => [status, 1]));
    expect(await summarize()).toEqual({ total: 9, active: 4, completed: 2, by_status });
  });

  test('counts the projects that match a filter', async () => {
    await createAll([{ title: 'One' }, { title: 'Two' }]);
    expect(await summarize({ search: 'two' })).toEqual({
      ...{ total: 1, active: 1, completed: 0 },
      by_status: { todo: 1 },
    });
  });

  test('of an owner without projects is all zeros', async () => {
    expect(await summarize()).toEqual({ total: 0, active: 0, completed: 0, by_status: {} });
  });
});
