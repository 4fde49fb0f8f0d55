import { parseArgs } from 'node:util';

import { Logger, type Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';

import { loadEnv } from '../env/load-env.js';
import { databaseSettings, processSettings } from '../env/settings.js';
import { createLogger } from '../logging/logger.js';
import { settingsOrExit } from '../run-service.js';
import { connect } from './connect.js';
import { dataSourceOptions } from './database.module.js';

interface Schema {
  readonly schema: string;
  readonly migrations: readonly Type<MigrationInterface>[];
}

const settings = processSettings.extend(databaseSettings.shape);

/**
 * Migrates a schema and ends: for a deployment that wants this done before any replica starts.
 * `--until <name>` stops after that migration, as a restore of an older backup needs it; `--check` beside it
 * only says by its exit code whether this version knows the migration. Waits for the server like a service.
 */
export async function runMigrations({ schema, migrations }: Schema): Promise<void> {
  const { values } = parseArgs({
    options: { until: { type: 'string' }, check: { type: 'boolean', default: false } },
  });
  const wanted = migrationsUntil(migrations, values.until);
  if (wanted === undefined) {
    process.stderr.write(`The schema ${schema} has no migration ${values.until}\n`);
    process.exitCode = 1;
    return;
  }
  if (values.check) return;
  const env = settingsOrExit(() => loadEnv(settings));
  Logger.overrideLogger(createLogger(schema, env));
  const options = dataSourceOptions(env, { schema, entities: [], migrations: wanted });
  const dataSource = await connect(options);
  await dataSource.destroy();
}

/** The migrations up to the named one, all without a name; undefined when there is none of that name. */
export function migrationsUntil(
  migrations: readonly Type<MigrationInterface>[],
  name: string | undefined,
): readonly Type<MigrationInterface>[] | undefined {
  if (name === undefined) return migrations;
  const last = migrations.findIndex((migration) => migration.name === name);
  return last === -1 ? undefined : migrations.slice(0, last + 1);
}
