import { readFileSync } from 'node:fs';

/** Where the commands of a block can run: beside `npm start`, there once a file is damaged, in compose, or only by hand. */
export type Place = 'start' | 'damage' | 'compose' | 'by-hand';

export interface CommandBlock {
  place: string;
  commands: string;
}

/** Every block of shell commands in docs/operations.md; its fence says where it runs: `sh start`. */
export const commandBlocks: CommandBlock[] = [
  ...readFileSync('docs/operations.md', 'utf8').matchAll(/^```sh ?(\S*)\n(.*?)^```$/gms),
].map(([, place = '', commands = '']) => ({ place, commands }));

/** The commands for one place, one a line. */
export const commandsFor = (place: Place): string[] =>
  commandBlocks
    .filter((block) => block.place === place)
    .flatMap(({ commands }) => commands.split('\n'))
    .map((line) => line.replace(/ {2,}#.*$/, ''))
    .filter((line) => line !== '');
