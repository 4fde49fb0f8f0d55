import { commandBlocks, commandsFor } from './command-blocks.ts';

test.each(commandBlocks)(
  'an operator knows whether these commands are tested, and if not, why:\n$commands',
  ({ commands, place }) => {
    expect(['start', 'damage', 'compose', 'by-hand']).toContain(place);
    if (place === 'by-hand') expect(commands).toMatch(/^# Not run by tests\b.*: .*\.$/m);
  },
);

test('some commands run beside npm start and some in compose', () => {
  expect(commandsFor('start').length).toBeGreaterThan(3);
  expect(commandsFor('compose').length).toBeGreaterThan(5);
});
