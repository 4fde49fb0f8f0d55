import { csv } from './csv';

const cells = (separator: string, ...values: string[]) => {
  const [line] = csv([values]).slice(1).split('\r\n');
  return (line ?? '').split(separator);
};

it.each([';', ',', '\t', '|', ' ', ':'])(
  'no cell is a formula when the table is opened with "%s"',
  (separator) => {
    const bad = [
      '=1+41',
      '@SUM(1)',
      '-2+3',
      'x;=1+41',
      'a,+1',
      'b\t=1',
      'c|@x',
      'd; =1',
      'e;"=1',
      'f =1',
      'g:-1',
      '＝1',
    ];
    for (const value of cells(separator, ...bad)) expect(value).not.toMatch(/^["\s]*[=@+\-＝]/);
  },
);

it.each(['+49 30 1234', '0301234', '030/1234', '1-2', '491701234567'])(
  'the telephone number %s stays text',
  (number) => {
    expect(csv([[number]])).toContain(`"'${number}"`);
  },
);

it.each(['2026', 'Elena & Tom - Lisboa', '2026-11-21T10:00:00.000Z'])(
  '%s stays as it is',
  (text) => {
    expect(csv([[text]])).toContain(`"${text}"`);
  },
);
