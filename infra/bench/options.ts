import { parseArgs } from 'node:util';
import { type Operation, OPERATIONS } from './subjects/subject.ts';

/** Start and memory, which are measured for each subject alone. */
const FOOTPRINT = 'memory';
const WORKS = [...OPERATIONS, FOOTPRINT] as const;

export interface Options {
  /** What is measured: everything beside others, or how Studiolo alone takes growth. */
  command: 'compare' | 'growth';
  isQuick: boolean;
  rounds: number;
  /** How long one measurement lasts. */
  seconds: number;
  operations: Operation[];
  /** Whether starts and memory are measured too. */
  footprints: boolean;
  connections: number[];
  /** Whom Studiolo is measured beside. */
  against: string[];
}

const words = (text: string): string[] => text.split(',').map((word) => word.trim());

function number(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= least) return value;
  throw new Error(`--${name} is a number of at least ${least}, not "${text}".`);
}

function among<Word extends string>(name: string, text: string, known: readonly Word[]): Word[] {
  const isKnown = (word: string): word is Word => known.some((one) => one === word);
  const chosen = words(text);
  const strange = chosen.find((word) => !isKnown(word));
  if (strange === undefined) return chosen.filter(isKnown);
  throw new Error(`--${name} knows ${known.join(', ')}, not "${strange}".`);
}

function commandOf([word = 'compare', ...more]: string[]): Options['command'] {
  if (more.length === 0 && (word === 'compare' || word === 'growth')) return word;
  throw new Error(`The only command besides the comparison is "growth", not "${word}".`);
}

/** Reads the command line. @throws with a sentence about the first option that is wrong */
export function readOptions(args: string[], subjects: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', default: WORKS.join(',') },
      connections: { type: 'string', default: '1,32' },
      against: { type: 'string', default: subjects.join(',') },
      quick: { type: 'boolean', default: false },
    },
  });
  const usual = values.quick ? { rounds: '3', seconds: '1.5' } : { rounds: '7', seconds: '4' };
  const works = among('only', values.only, WORKS);
  return {
    command: commandOf(positionals),
    isQuick: values.quick,
    rounds: Math.round(number('rounds', values.rounds ?? usual.rounds, 1)),
    seconds: number('seconds', values.seconds ?? usual.seconds, 0.2),
    operations: works.filter((work) => work !== FOOTPRINT),
    footprints: works.includes(FOOTPRINT),
    connections: words(values.connections).map((text) => number('connections', text, 1)),
    against: values.against === 'none' ? [] : among('against', values.against, subjects),
  };
}
