import { Logger, type Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';

import { connect } from './database/connect.js';
import { settingsOrExit } from './env/load-env.js';
import { databaseSettings, processSettings } from './env/settings.js';
import { createLogger, logFatalErrors } from './logging/logger.js';

interface Schema {
  readonly schema: string;
  readonly migrations: readonly Type<MigrationInterface>[];
}

const settings = processSettings.extend(databaseSettings.shape);

/**
 * Migrates a schema and ends, for deployments that migrate before any replica starts. Waits for the server like a
 * service.
 */
export async function runMigrations({ schema, migrations }: Schema): Promise<void> {
  const env = settingsOrExit(settings);
  logFatalErrors(schema, env);
  Logger.overrideLogger(createLogger(schema, env));
  const dataSource = await connect({ settings: env, schema, entities: [], migrations });
  await dataSource.destroy();
}
