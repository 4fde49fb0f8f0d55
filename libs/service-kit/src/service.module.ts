import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { ServiceName } from '@studiolo/contracts';
import { DataSource } from 'typeorm';

import { connect } from './database/connect.js';
import type { DatabaseOptions } from './database/data-source.js';
import type { ServiceSettings } from './env/settings.js';
import { HealthRegistry } from './health/health-registry.js';
import { Inbox } from './inbox/inbox.js';
import { InboxMessage } from './inbox/inbox-message.entity.js';
import { KitModule } from './kit.module.js';
import { observeDatabase } from './outbox/database-metrics.js';
import { EventReplay } from './outbox/event-replay.js';
import { OutboxDispatcher } from './outbox/outbox-dispatcher.js';
import { OutboxEntry } from './outbox/outbox-entry.entity.js';
import { type ObsoleteRows, RowPurge } from './row-purge.js';

interface ServiceModuleOptions {
  readonly name: ServiceName;
  readonly settings: ServiceSettings;
  readonly database: Pick<DatabaseOptions, 'entities' | 'migrations'>;
  /** What is deleted besides old messages and events. */
  readonly obsolete?: ObsoleteRows;
}

/** Everything that a service with messages and a database needs besides its use cases. */
@Module({})
export class ServiceModule implements OnApplicationShutdown {
  constructor(
    registry: HealthRegistry,
    private readonly dataSource: DataSource,
  ) {
    registry.register('database', () => dataSource.query('SELECT 1'));
    observeDatabase(dataSource);
  }

  static forRoot({ name, settings, database, obsolete }: ServiceModuleOptions): DynamicModule {
    const entities = [...database.entities, InboxMessage, OutboxEntry];
    const options = { settings, schema: name, entities, migrations: database.migrations };
    return {
      module: ServiceModule,
      global: true,
      imports: [KitModule.forRoot(settings)],
      providers: [
        { provide: DataSource, useFactory: () => connect(options) },
        Inbox,
        OutboxDispatcher,
        EventReplay,
        {
          provide: RowPurge,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new RowPurge(dataSource, obsolete),
        },
      ],
      exports: [DataSource, Inbox, OutboxDispatcher, RowPurge],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
