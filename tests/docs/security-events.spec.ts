import { readFileSync } from 'node:fs';

test('operations.md names exactly the events that the security log writes', () => {
  const code = readFileSync('libs/contracts/src/messages/auth.ts', 'utf8');
  const written = [...code.matchAll(/(?:done|refused): '(\w+)'/g)].map(([, event]) => event);
  const item =
    /^- `event`[^]*?(?=^- )/m.exec(readFileSync('docs/operations.md', 'utf8'))?.[0] ?? '';
  const documented = [...item.matchAll(/`(\w+)`/g)].map(([, event]) => event).slice(1);
  expect(new Set(documented)).toEqual(new Set(written));
});
