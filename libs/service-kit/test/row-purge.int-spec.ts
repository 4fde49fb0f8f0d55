import { Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';

import { RowPurge } from '../src/row-purge.js';
import { testDatabase } from './support/test-database.js';

Logger.overrideLogger(false);

const { dataSource } = testDatabase();

test('[F10] all messages that cannot arrive again, and all events of earlier days, are deleted', async () => {
  const young = uuidv7();
  await dataSource.query(
    `INSERT INTO inbox (message_id, expires_at)
     SELECT 'old-' || n, now() - interval '1 second' FROM generate_series(1, 12000) AS n
     UNION ALL VALUES ('young', now() + interval '1 hour')`,
  );
  await dataSource.query(
    `INSERT INTO published_events (id, name, payload, published_at)
     SELECT gen_random_uuid(), 'old', '{}'::jsonb, now() - interval '25 hours' FROM generate_series(1, 12000)
     UNION ALL VALUES ('${young}'::uuid, 'young', '{}'::jsonb, now() - interval '23 hours')`,
  );
  await new RowPurge(dataSource).run();
  expect(await dataSource.query('SELECT message_id FROM inbox')).toEqual([{ message_id: 'young' }]);
  expect(await dataSource.query('SELECT id FROM published_events')).toEqual([{ id: young }]);
});
