import { type Check, must, type Property } from './property.js';
import { KILLED_RUN_MS } from './stage.js';

const ORDERED = 20;

const keepsEvents: Check = async (stage) => {
  await stage.emit('kept');
  await stage.start(1);
  await stage.eventually('the event is handled', () => stage.runsOf('kept') > 0);
};

const retriesEvents: Check = async (stage) => {
  await stage.start(1);
  await stage.emit('failing', { failures: 2 });
  await stage.eventually('the event is handled three times', () => stage.runsOf('failing') === 3);
};

const eventSurvivesDeaths: Check = async (stage) => {
  await stage.start(2);
  stage.killWhoRuns('struck', 2);
  await stage.emit('struck', { takesMs: KILLED_RUN_MS });
  await stage.eventually('the event kills two replicas', () => stage.runsOf('struck') === 2);
  await stage.start(1);
  await stage.eventually('the event is handled', () => stage.runsOf('struck') === 3);
};

const keepsOrder: Check = async (stage) => {
  await stage.start(3);
  const all = Array.from({ length: ORDERED }, (_, index) => `ordered-${index}`);
  for (const id of all) await stage.emitOrdered('key', { id, takesMs: 20 });
  const notices = () => stage.notices.filter(({ id }) => all.includes(id));
  await stage.eventually('all are handled', () => notices().length === 2 * all.length);
  const happened = notices().toSorted((one, other) => one.at - other.at || (one.isOver ? -1 : 1));
  const expected = all.flatMap((id) => [id, id]);
  must(
    happened.every(({ id }, index) => id === expected[index]),
    'They ran in another order',
  );
};

export const EVENT_PROPERTIES: readonly Property[] = [
  { property: 'An event waits for a service that is down', check: keepsEvents },
  { property: 'An event whose handler fails is delivered again', check: retriesEvents },
  {
    property: 'An event whose replicas are killed goes to the next one',
    check: eventSurvivesDeaths,
  },
  {
    property: 'Events of one key run in order, one at a time, on any replica',
    check: keepsOrder,
    needs: 'ordered',
  },
];
