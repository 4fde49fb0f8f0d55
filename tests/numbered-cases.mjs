// A jest reporter: the tests whose titles carry a number, such as [F4 a], as a table beside the report in JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OUTCOMES = { passed: 'passed', failed: '**failed**' };

export default class NumberedCases {
  constructor({ outputFile }) {
    this.file = outputFile?.replace(/\.json$/, '.md');
    // jest makes no folder for its own report either.
    if (this.file) mkdirSync(dirname(this.file), { recursive: true });
  }

  onRunComplete(_contexts, { testResults: files }) {
    const rows = files
      .flatMap(({ testResults }) => testResults)
      .filter(({ fullName }) => /\[[A-Z]+\d/.test(fullName))
      .map(({ fullName, status, duration }) => {
        const [number] = /\[[^\]]+\]/.exec(fullName);
        const title = fullName.replace(`${number} `, '').replaceAll('|', '\\|');
        const seconds = duration ? (duration / 1000).toFixed(1) : '';
        return [number.slice(1, -1), title, OUTCOMES[status] ?? 'not run', seconds];
      })
      .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
    if (!this.file || rows.length === 0) return;
    const lines = rows.map((row) => `| ${row.join(' | ')} |`);
    const head = ['| Number | Case | Outcome | Seconds |', '| --- | --- | --- | --- |'];
    writeFileSync(this.file, `${[...head, ...lines].join('\n')}\n`);
  }
}
