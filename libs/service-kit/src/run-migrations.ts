import { parseArgs } from 'node:util';

import { Logger, type Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';

import { connect } from './database/connect.js';
import { dataSourceOptions } from './database/database.module.js';
import { loadEnv } from './env/load-env.js';
import { databaseSettings, processSettings } from './env/settings.js';
import { logFatalErrors } from './logging/log-fatal-errors.js';
import { createLogger } from './logging/logger.js';
import { settingsOrExit } from './run-service.js';

interface Schema {
  readonly schema: string;
  readonly migrations: readonly Type<MigrationInterface>[];
}

const settings = processSettings.extend(databaseSettings.shape);

/**
 * Migrates a schema and ends: for a deployment that wants this done before any replica starts.
 * `--only <names>`, with commas between them, runs no others, as a restore of an older backup needs it; `--check`
 * beside it only says by its exit code whether this version knows them all. Waits for the server like a service.
 */
export async function runMigrations({ schema, migrations }: Schema): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, check: { type: 'boolean', default: false } },
  });
  const wanted = migrationsNamed(migrations, values.only?.split(','));
  if (wanted === undefined) {
    process.stderr.write(
      `The schema ${schema} does not have all of these migrations: ${values.only}\n`,
    );
    process.exitCode = 1;
    return;
  }
  if (values.check) return;
  const env = settingsOrExit(() => loadEnv(settings));
  logFatalErrors(schema, env);
  Logger.overrideLogger(createLogger(schema, env));
  const options = dataSourceOptions(env, { schema, entities: [], migrations: wanted });
  const dataSource = await connect(options);
  await dataSource.destroy();
}

/** The migrations of these names, all without any; undefined when one of them is not known. */
export function migrationsNamed(
  migrations: readonly Type<MigrationInterface>[],
  names: readonly string[] | undefined,
): readonly Type<MigrationInterface>[] | undefined {
  if (names === undefined) return migrations;
  const named = migrations.filter(({ name }) => names.includes(name));
  return named.length === names.length ? named : undefined;
}
