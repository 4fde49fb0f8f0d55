import { Module, type ModuleMetadata, type OnApplicationShutdown } from '@nestjs/common';
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
import type { Service } from './run-service.js';

interface ServiceParts extends Pick<ModuleMetadata, 'controllers' | 'providers'> {
  readonly name: ServiceName;
  readonly settings: ServiceSettings;
  readonly database: Pick<DatabaseOptions, 'entities' | 'migrations'>;
  /** What is deleted besides old messages and events. */
  readonly obsolete?: ObsoleteRows;
}

/** Injects the settings of the service. */
export const SETTINGS = Symbol('SETTINGS');

/** Reports the state of the database, and closes it after everything that uses it. */
@Module({})
class ServiceModule implements OnApplicationShutdown {
  constructor(
    registry: HealthRegistry,
    private readonly dataSource: DataSource,
  ) {
    registry.register('database', () => dataSource.query('SELECT 1'));
    observeDatabase(dataSource);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}

/** A service with messages and a database: its use cases can inject all that the kit provides. */
export function defineService(parts: ServiceParts): Service {
  const { name, settings, database, obsolete, controllers = [], providers = [] } = parts;
  const entities = [...database.entities, InboxMessage, OutboxEntry];
  const options = { settings, schema: name, entities, migrations: database.migrations };
  const module = {
    module: ServiceModule,
    imports: [KitModule.forRoot(settings)],
    controllers,
    providers: [
      { provide: SETTINGS, useValue: settings },
      { provide: DataSource, useFactory: () => connect(options) },
      Inbox,
      OutboxDispatcher,
      EventReplay,
      {
        provide: RowPurge,
        inject: [DataSource],
        useFactory: (dataSource: DataSource) => new RowPurge(dataSource, obsolete),
      },
      ...providers,
    ],
  };
  return { name, settings, module };
}
