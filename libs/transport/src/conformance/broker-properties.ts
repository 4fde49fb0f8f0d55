import { REQUEST } from './adapter.js';
import { type Check, must, type Property } from './property.js';
import { ids, requestAll } from './request-properties.js';

const isBackAfterRestart =
  (keepData: boolean): Check =>
  async (stage) => {
    await stage.start(2);
    await stage.options.restartBroker?.(keepData);
    await stage.eventually('the service answers again', () => stage.request('back'));
  };

const keepsEventsOverRestart: Check = async (stage) => {
  await stage.emit('kept');
  await stage.options.restartBroker?.(true);
  await stage.start(1);
  await stage.eventually('the event is handled', () => stage.runsOf('kept') > 0);
};

const refusesForged: Check = async (stage) => {
  await stage.start(1);
  await stage.adapter.forge?.(stage.options.address, REQUEST, { id: 'forged' });
  await requestAll(stage, ids('genuine'), 0);
  must(stage.runsOf('forged') === 0, 'It ran');
};

export const BROKER_PROPERTIES: readonly Property[] = [
  {
    property: 'An event waits over a restart of the broker',
    check: keepsEventsOverRestart,
    needs: 'restartBroker',
  },
  {
    property: 'The service answers again after a restart of the broker',
    check: isBackAfterRestart(true),
    needs: 'restartBroker',
  },
  {
    property: 'The service answers again when the broker has lost its data',
    check: isBackAfterRestart(false),
    needs: 'restartBroker',
  },
  { property: 'A forged request does not run', check: refusesForged, needs: 'forge' },
];
