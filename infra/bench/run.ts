// `npm run bench`: measures Studiolo beside others on the same stores, in one run. See docs/performance.md.
import { resolve } from 'node:path';
import { ROOT } from '../stack/programs.ts';
import { compare } from './compare.ts';
import { footprints } from './footprint.ts';
import { growth } from './growth/growth.ts';
import { growthReport } from './growth/growth-report.ts';
import { keep, writeDocs } from './keep.ts';
import { type Options, readOptions } from './options.ts';
import { report } from './report/report.ts';
import type { GrowthResults, Results } from './results.ts';
import { Session } from './session.ts';
import { directus } from './subjects/directus.ts';
import { floor } from './subjects/floor.ts';
import { monolith } from './subjects/monolith.ts';
import { parse } from './subjects/parse.ts';
import { studiolo } from './subjects/studiolo.ts';
import type { Subject } from './subjects/subject.ts';

const OTHERS: readonly Subject[] = [floor, monolith, parse, directus];
const say = (line: string): void => console.log(line);
const command = ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/ --$/, '');

async function runComparison(session: Session, options: Options): Promise<void> {
  const machine = await session.machine();
  say('Starting what is measured');
  const chosen = [studiolo, ...OTHERS.filter(({ name }) => options.against.includes(name))];
  const subjects = await session.bringUp(chosen);
  const series = await compare(session, options);
  await session.stopSubjects();
  if (options.footprints) say('Starting each alone');
  const results: Results = {
    at: new Date().toISOString(),
    ...{ command, isQuick: options.isQuick, machine },
    ...{ rounds: options.rounds, seconds: options.seconds },
    ...{ subjects: session.infos, series },
    footprints: options.footprints ? await footprints(session, subjects, options.seconds) : {},
  };
  session.assertWhole();
  const text = report(results);
  const file = await keep('figures', results, text);
  say(`\n${text}\n\nKept in ${file}.json and .md`);
}

async function runGrowth(session: Session, options: Options): Promise<void> {
  const machine = await session.machine();
  say('Starting what is measured');
  const found = await growth(session, options);
  const results: GrowthResults = { at: new Date().toISOString(), command, machine, ...found };
  session.assertWhole();
  const text = growthReport(results);
  const file = await keep('growth', results, text);
  say(`\n${text}\n\nKept in ${file}.json and .md`);
}

async function run(options: Options): Promise<void> {
  const dataDir = resolve(ROOT, process.env.DATA_DIR ?? '.data', 'bench');
  const session = await Session.begin(dataDir, say);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void session.end().then(() => process.exit(1)));
  }
  try {
    if (options.command === 'growth') await runGrowth(session, options);
    else await runComparison(session, options);
  } finally {
    await session.end();
  }
}

if (process.argv.includes('--write-docs')) {
  const parts = [
    await writeDocs('figures', (json) => report(JSON.parse(json) as Results)),
    await writeDocs('growth', (json) => growthReport(JSON.parse(json) as GrowthResults)),
  ];
  say(`docs/performance.md: ${parts.filter(Boolean).length} of 2 parts written from kept results`);
} else {
  await run(
    readOptions(
      process.argv.slice(2),
      OTHERS.map(({ name }) => name),
    ),
  );
}
